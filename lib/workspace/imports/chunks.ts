/** An uploaded file rests in the database, in pieces, until its import ends: any replica's worker can read it. */
import 'server-only'
import { pool } from '@/lib/platform/server/db'

/** Bytes in one row of import_chunks. */
export const CHUNK_BYTES = 1_000_000

/** Cuts a stream into pieces of exactly `CHUNK_BYTES` (the last one shorter). */
export async function* regroup(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    parts.push(part)
    size += part.length
    if (size < CHUNK_BYTES) continue
    const bytes = Buffer.concat(parts)
    let from = 0
    for (; from + CHUNK_BYTES <= bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES)
    // A copy: a view would keep the whole of `bytes` alive.
    parts = [Buffer.from(bytes.subarray(from))]
    size = bytes.length - from
  }
  if (size > 0) yield Buffer.concat(parts)
}

/** Reads the file of an import back, one piece in memory at a time. `onRead` learns how many bytes have been read. */
export async function* readChunks(importId: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  let read = 0
  for (let position = 0; ; position++) {
    const { rows } = await pool().query<{ bytes: Buffer }>({
      name: 'read-import-chunk',
      text: 'select bytes from import_chunks where import_id = $1 and position = $2',
      values: [importId, position],
    })
    const chunk = rows[0]?.bytes
    if (!chunk) return
    yield chunk
    read += chunk.length
    onRead(read)
  }
}

/** Lets go of the file of an import. */
export async function dropChunks(importId: string): Promise<void> {
  await pool().query('delete from import_chunks where import_id = $1', [importId])
}
