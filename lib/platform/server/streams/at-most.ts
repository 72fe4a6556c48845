/** Passes bytes on, and breaks off with `refusal` where more than `limit` come. */
export function atMost(
  limit: number,
  refusal: () => Error,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes <= limit) return controller.enqueue(chunk)
      controller.error(refusal())
    },
  })
}
