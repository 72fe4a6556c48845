/** A file of predictions rests in the database, in pieces: any replica's worker can read it, whenever gold changes. */
import 'server-only'
import { pool } from '@/lib/platform/server/db'
import { storeStream } from '@/lib/platform/server/streams/regroup'

/** Writes a stream down piece by piece. `refuse` is asked with every piece and throws where it is too much. */
export function storeChunks(
  evaluationId: string,
  body: AsyncIterable<Uint8Array>,
  refuse: (bytes: number) => void,
): Promise<{ byteSize: number; sha256: string }> {
  return storeStream(body, {
    refuse,
    store: (piece, position) =>
      pool().query({
        name: 'store-evaluation-chunk',
        text: 'insert into evaluation_chunks (evaluation_id, position, bytes) values ($1, $2, $3)',
        values: [evaluationId, position, piece],
      }),
  })
}

/** Reads a file back, one piece in memory at a time. `onRead` learns how many bytes each piece had. */
export async function* readChunks(evaluationId: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const { rows } = await pool().query<{ bytes: Buffer }>({
      name: 'read-evaluation-chunk',
      text: 'select bytes from evaluation_chunks where evaluation_id = $1 and position = $2',
      values: [evaluationId, position],
    })
    const chunk = rows[0]?.bytes
    if (!chunk) return
    yield chunk
    onRead(chunk.length)
  }
}

/** Lets go of the file. */
export async function dropChunks(evaluationId: string): Promise<void> {
  await pool().query('delete from evaluation_chunks where evaluation_id = $1', [evaluationId])
}
