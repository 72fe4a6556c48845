/** A stream that comes only once, such as the body of a request, for readers that may have to begin again. */
export interface Replayable {
  /** The stream from its beginning; what came of it before is kept. */
  open: () => AsyncGenerator<Uint8Array>
  /** Lets go of the stream, whether it was read to its end or not. */
  close: () => Promise<void>
}

/** Only for streams whose length has a limit. */
export function replayable(chunks: AsyncIterable<Uint8Array>): Replayable {
  const source = chunks[Symbol.asyncIterator]()
  const storedChunks: Uint8Array[] = []
  let isOver = false
  const chunkAt = async (index: number): Promise<Uint8Array | undefined> => {
    if (index === storedChunks.length && !isOver) {
      const { done, value } = await source.next()
      if (done) isOver = true
      else storedChunks.push(value)
    }
    return storedChunks[index]
  }
  return {
    async *open() {
      for (let index = 0; ; index++) {
        const chunk = await chunkAt(index)
        if (!chunk) return
        yield chunk
      }
    },
    async close() {
      if (!isOver) await source.return?.()
      isOver = true
    },
  }
}
