/** Where the files of a release go as they are made, a piece at a time: into the database, or nowhere but a checksum. */
import 'server-only'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { pool } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'

export interface MadeFile {
  path: string
  bytes: number
  rows: number
  sha256: string
  crc32: number
}

/** What takes the pieces. `open` comes before the first piece, `close` behind the last. */
export interface Store {
  open(path: string, position: number): Promise<void>
  put(path: string, position: number, bytes: Buffer): Promise<void>
  close(file: MadeFile): Promise<void>
}

/** Bytes in one row of release_chunks. */
const CHUNK_BYTES = 1_000_000

const GONE = '23503'

/** Keeps files as those of this release. @throws `gone` where it was removed meanwhile. */
export function keepIn(releaseId: string): Store {
  const run = async (text: string, values: unknown[]) => {
    try {
      await pool().query(text, values)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === GONE)
        throw new AppError('gone', 'The release was removed while it was being built.')
      throw error
    }
  }
  return {
    open: (path, position) =>
      run(
        `insert into release_files (release_id, path, position, byte_size, rows, sha256, crc32) values ($1, $2, $3, 0, 0, '', 0)`,
        [releaseId, path, position],
      ),
    put: (path, position, bytes) =>
      run('insert into release_chunks (release_id, path, position, bytes) values ($1, $2, $3, $4)', [
        ...[releaseId, path, position, bytes],
      ]),
    close: ({ path, bytes, rows, sha256, crc32: crc }) =>
      run(
        'update release_files set byte_size = $3, rows = $4, sha256 = $5, crc32 = $6 where release_id = $1 and path = $2',
        [releaseId, path, bytes, rows, sha256, crc],
      ),
  }
}

/** Keeps nothing. */
export const NOWHERE: Store = {
  open: async () => {},
  put: async () => {},
  close: async () => {},
}

/** Writes one file from its parts; null, and nothing written, where it has no rows. `rowsIn` counts those of a part. */
export async function writeFile(
  store: Store,
  { path, position }: { path: string; position: number },
  parts: AsyncIterable<string> | Iterable<string>,
  rowsIn: (part: string) => number,
): Promise<MadeFile | null> {
  const hash = createHash('sha256')
  const made = { path, bytes: 0, rows: 0, crc32: 0 }
  let held: Buffer[] = []
  let size = 0
  let chunks = 0
  const flush = async () => {
    if (chunks === 0) await store.open(path, position)
    const bytes = Buffer.concat(held)
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
      await store.put(path, chunks++, bytes.subarray(from, from + CHUNK_BYTES))
    held = []
    size = 0
  }
  for await (const part of parts) {
    const bytes = Buffer.from(part)
    hash.update(bytes)
    made.crc32 = crc32(bytes, made.crc32)
    made.bytes += bytes.length
    made.rows += rowsIn(part)
    held.push(bytes)
    size += bytes.length
    if (size >= CHUNK_BYTES) await flush()
  }
  if (made.rows === 0 && chunks === 0) return null
  if (size > 0) await flush()
  const file = { ...made, sha256: hash.digest('hex') }
  await store.close(file)
  return file
}
