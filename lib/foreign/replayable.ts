/** A stream that comes only once, such as the body of a request, for readers that may have to begin again: what came is kept. Only for what has a limit. */
export function replayable(chunks: AsyncIterable<Uint8Array>): () => AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const kept: Uint8Array[] = []
  let isOver = false
  const at = async (index: number): Promise<Uint8Array | undefined> => {
    if (index === kept.length && !isOver) {
      const { done, value } = await source.next()
      if (done) isOver = true
      else kept.push(value)
    }
    return kept[index]
  }
  return async function* replay() {
    for (let index = 0; ; index++) {
      const chunk = await at(index)
      if (!chunk) return
      yield chunk
    }
  }
}
