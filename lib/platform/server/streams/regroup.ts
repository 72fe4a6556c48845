import { createHash } from 'node:crypto'
import { CHUNK_BYTES } from '@/lib/platform/api/chunk-bytes'

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

/**
 * Stores a stream piece by piece, and returns how many bytes it had and their SHA-256, in hexadecimal. `refuse` is asked with the bytes so far
 * before each piece is stored, and throws where they are too many; `store` gets the piece and its number, from 0.
 */
export async function storeStream(
  stream: AsyncIterable<Uint8Array>,
  { refuse, store }: { refuse(byteSize: number): void; store(piece: Buffer, position: number): Promise<unknown> },
): Promise<{ byteSize: number; sha256: string }> {
  const hash = createHash('sha256')
  let byteSize = 0
  let position = 0
  for await (const piece of regroup(stream)) {
    hash.update(piece)
    byteSize += piece.length
    refuse(byteSize)
    await store(piece, position++)
  }
  return { byteSize, sha256: hash.digest('hex') }
}
