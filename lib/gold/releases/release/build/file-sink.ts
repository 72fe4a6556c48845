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
        releaseId,
        path,
        position,
        bytes,
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

/** Takes one file a piece at a time. */
export class FileWriter {
  private readonly store: Store
  private readonly position: number
  private readonly hash = createHash('sha256')
  private readonly made: Omit<MadeFile, 'sha256'>
  private held: Buffer[] = []
  private size = 0
  private chunks = 0

  constructor(store: Store, { path, position }: { path: string; position: number }) {
    this.store = store
    this.position = position
    this.made = { path, bytes: 0, rows: 0, crc32: 0 }
  }

  /** `part` is kept until it is stored: it must not change. `rows`: how many of the file's are in it. */
  async push(part: string | Uint8Array, rows: number): Promise<void> {
    const bytes =
      typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    this.hash.update(bytes)
    this.made.crc32 = crc32(bytes, this.made.crc32)
    this.made.bytes += bytes.length
    this.made.rows += rows
    this.held.push(bytes)
    this.size += bytes.length
    if (this.size >= CHUNK_BYTES) await this.flush()
  }

  /** null, and nothing written, where it has no rows. */
  async end(): Promise<MadeFile | null> {
    return this.made.rows === 0 && this.chunks === 0 ? null : this.endKept()
  }

  /** The file, also where it has no rows. */
  async endKept(): Promise<MadeFile> {
    if (this.size > 0 || this.chunks === 0) await this.flush()
    const file = { ...this.made, sha256: this.hash.digest('hex') }
    await this.store.close(file)
    return file
  }

  private async flush(): Promise<void> {
    const { path } = this.made
    if (this.chunks === 0) await this.store.open(path, this.position)
    const bytes = Buffer.concat(this.held)
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
      await this.store.put(path, this.chunks++, bytes.subarray(from, from + CHUNK_BYTES))
    this.held = []
    this.size = 0
  }
}

/** Writes one file from its parts; null, and nothing written, where it has no rows. `rowsIn` counts those of a part. */
export async function writeFile(
  store: Store,
  place: { path: string; position: number },
  parts: AsyncIterable<string> | Iterable<string>,
  rowsIn: (part: string) => number,
): Promise<MadeFile | null> {
  const file = new FileWriter(store, place)
  for await (const part of parts) await file.push(part, rowsIn(part))
  return file.end()
}
