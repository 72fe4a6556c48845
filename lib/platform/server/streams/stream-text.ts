/**
 * A stream of text, or of bytes, from a generator, behind what was taken out of it before; leaving it early ends the generator, and with
 * it whatever it holds.
 */
export function streamText(
  parts: AsyncGenerator<string | Uint8Array>,
  taken: Uint8Array[] = [],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // What was sent is let go of.
      const first = taken.shift()
      if (first) return controller.enqueue(first)
      const next = await parts.next()
      if (next.done) controller.close()
      else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
