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
