/** An uploaded file rests in the database, in pieces, until its import ends: any replica's worker can read it. */
import 'server-only'
import { pool } from '@/lib/platform/server/db'

async function readChunk(importId: string, position: number): Promise<Buffer | undefined> {
  const { rows } = await pool().query<{ bytes: Buffer }>({
    name: 'read-import-chunk',
    text: 'select bytes from import_chunks where import_id = $1 and position = $2',
    values: [importId, position],
  })
  return rows[0]?.bytes
}

/** Reads the file of an import back, two pieces in memory at a time: one is fetched while one is read. */
export async function* readChunks(importId: string): AsyncGenerator<Buffer> {
  let next = readChunk(importId, 0)
  for (let position = 1; ; position++) {
    const chunk = await next
    if (!chunk) return
    next = readChunk(importId, position)
    // Nobody waits for it where the reading ends here.
    next.catch(() => undefined)
    yield chunk
  }
}

const LINE_END = 0x0a

/** The same for whoever says how far the reading is: `onRead` learns how much has been given to be read. */
export async function* readCounted(
  importId: string,
  onRead: (read: { bytes: number; lines: number }) => void,
): AsyncGenerator<Buffer> {
  const read = { bytes: 0, lines: 0 }
  for await (const chunk of readChunks(importId)) {
    read.bytes += chunk.length
    read.lines += lineEndsIn(chunk)
    onRead(read)
    yield chunk
  }
}

function lineEndsIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) count++
  return count
}

/** Lets go of the file of an import. */
export async function dropChunks(importId: string): Promise<void> {
  await pool().query('delete from import_chunks where import_id = $1', [importId])
}
