/** A file of predictions rests in the database, in pieces: any replica's worker can read it, whenever gold changes. */
import 'server-only'
import { pool } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { storeStream } from '@/lib/platform/server/streams/regroup'

/** Said of an upload that ended while its file was on the way. */
export const ENDED =
  'The file was removed while it was on the way, or an item was withdrawn that it may quote. Upload it again, without that item.'

/** Writes a stream down piece by piece. `refuse` is asked with every piece and throws where it is too much. Error: `conflict` where the upload has ended. */
export function storeChunks(
  evaluationId: string,
  body: AsyncIterable<Uint8Array>,
  refuse: (bytes: number) => void,
): Promise<{ byteSize: number; sha256: string }> {
  return storeStream(body, {
    refuse,
    store: async (piece, position) => {
      // The lock keeps a withdrawal waiting until the piece is there, so that it takes this piece away too.
      const { rowCount } = await pool().query({
        name: 'store-evaluation-chunk',
        text: `insert into evaluation_chunks (evaluation_id, position, bytes)
               select id, $2::int, $3::bytea from evaluations where id = $1 and state = 'uploading' for share`,
        values: [evaluationId, position, piece],
      })
      if (rowCount === 0) throw new AppError('conflict', ENDED)
    },
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
