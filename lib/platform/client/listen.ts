/** EventSource.CLOSED: the browser has given up, because the server has refused. */
const CLOSED = 2
const AGAIN_MS = 30_000

/**
 * Hears what the server tells at `url` until the returned function is called. The browser reconnects by itself when the
 * connection breaks; where the server refuses (too many pages of one person listen), `ask` is called every half a minute
 * and the stream is tried again.
 */
export function listen(url: string, hear: (data: string) => void, ask: () => void): () => void {
  let source: EventSource
  let later: ReturnType<typeof setTimeout> | undefined
  const again = () => {
    ask()
    open()
  }
  const open = () => {
    source = new EventSource(url)
    source.onmessage = ({ data }: MessageEvent<string>) => hear(data)
    source.onerror = () => {
      if (source.readyState === CLOSED) later = setTimeout(again, AGAIN_MS)
    }
  }
  open()
  return () => {
    clearTimeout(later)
    source.close()
  }
}
