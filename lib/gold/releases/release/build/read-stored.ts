/** The files of a release as they rest in the database, a piece at a time. */
import 'server-only'
import { StringDecoder } from 'node:string_decoder'
import { pool } from '@/lib/platform/server/db'

export async function* readStored(releaseId: string, path: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const { rows } = await pool().query<{ bytes: Buffer }>({
      name: 'read-release-chunk',
      text: 'select bytes from release_chunks where release_id = $1 and path = $2 and position = $3',
      values: [releaseId, path, position],
    })
    const chunk = rows[0]?.bytes
    if (!chunk) return
    yield chunk
  }
}

/** A small file whole. */
export async function readStoredText(
  releaseId: string,
  path: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of readStored(releaseId, path)) parts.push(part)
  return Buffer.concat(parts).toString(encoding)
}

/** Its lines, without the line breaks. */
export const readStoredLines = (releaseId: string, path: string): AsyncGenerator<string> =>
  linesOf(readStored(releaseId, path))

/** Lines of text that comes in pieces; a letter may be cut in two by them. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + (typeof piece === 'string' ? piece : decoder.write(Buffer.from(piece)))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
