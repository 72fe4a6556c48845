import { type Piece, PieceBuffer } from './pieces'

const LF = 10
const CR = 13

/** One piece a line that holds more than blanks. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const buffer = new PieceBuffer()
  let line = 1
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      buffer.add(chunk.subarray(from, end))
      const bytes = trim(buffer.take())
      if (bytes === null || bytes.length > 0) yield { line, bytes, cut: false }
      line++
      from = end + 1
    }
    buffer.add(chunk.subarray(from))
  }
  const bytes = trim(buffer.take())
  if (bytes === null || bytes.length > 0) yield { line, bytes, cut: false }
}

const isBlank = (byte: number | undefined) => byte === 32 || byte === 9 || byte === CR || byte === LF

/** Without JSON's white space at either end. */
export function trim(bytes: Buffer | null): Buffer | null {
  if (bytes === null) return null
  let from = 0
  let to = bytes.length
  while (from < to && isBlank(bytes[from])) from++
  while (to > from && isBlank(bytes[to - 1])) to--
  return bytes.subarray(from, to)
}
