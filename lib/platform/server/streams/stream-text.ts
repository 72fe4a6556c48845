/**
 * A stream of text, or of bytes, from a generator, after the bytes that were taken out of it before; leaving it early ends the generator, and
 * with it whatever it holds.
 */
export function streamText(
  parts: AsyncGenerator<string | Uint8Array>,
  firstBytes = new Uint8Array(),
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (firstBytes.byteLength > 0) controller.enqueue(firstBytes)
    },
    async pull(controller) {
      const next = await parts.next()
      if (next.done) controller.close()
      else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
