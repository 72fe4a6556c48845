/** An uploaded file rests in the database, in pieces, until its import ends: any replica's worker can read it. */
import 'server-only'
import { pool } from '@/lib/platform/server/db'

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
