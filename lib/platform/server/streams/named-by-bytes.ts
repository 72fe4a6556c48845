import 'server-only'
import { createHash } from 'node:crypto'
import { streamText } from './stream-text'

/** What is made of so many bytes before any of it is sent; the memory that one download may take. */
const MOST_HELD = 8_000_000

/**
 * A stream, with what is known of it ahead: of up to 8 MB the length, and a tag that is the SHA-256 of the bytes themselves, so
 * that it says nothing that the file does not. Of more nothing is known ahead: it is sent while it is made.
 */
export async function namedByBytes(
  parts: AsyncGenerator<string | Uint8Array>,
  most = MOST_HELD,
): Promise<{ body: ReadableStream<Uint8Array>; headers: Record<string, string> }> {
  const bufferedParts: Uint8Array[] = []
  let size = 0
  // By hand, because leaving a loop would end the generator.
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = typeof next.value === 'string' ? Buffer.from(next.value) : next.value
    bufferedParts.push(part)
    size += part.byteLength
    if (size > most) return { body: streamText(parts, Buffer.concat(bufferedParts)), headers: {} }
  }
  const whole = Buffer.concat(bufferedParts)
  const digest = createHash('sha256').update(whole).digest('hex')
  return { body: streamText(parts, whole), headers: { etag: `"${digest}"`, 'content-length': String(size) } }
}
