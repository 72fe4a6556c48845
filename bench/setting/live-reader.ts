/** Somebody who looks at a page that follows a project: reads a stream of events, again whenever it breaks off. */
import { setTimeout as pause } from 'node:timers/promises'

export class LiveReader {
  /** When each event came, by performance.now(). */
  readonly heard: number[] = []
  private readonly leaving = new AbortController()

  constructor(
    private readonly url: string,
    private readonly cookie: string,
  ) {
    void this.read()
  }

  /** How long after `since` the next event came; null where none does in time. */
  async next(since: number, patienceMs = 60_000): Promise<number | null> {
    while (performance.now() - since < patienceMs) {
      const at = this.heard.find((time) => time > since)
      if (at !== undefined) return at - since
      await pause(2)
    }
    return null
  }

  leave(): void {
    this.leaving.abort()
  }

  private async read(): Promise<void> {
    const { signal } = this.leaving
    while (!signal.aborted) {
      try {
        const { body } = await fetch(this.url, { headers: { cookie: this.cookie }, signal })
        const decoder = new TextDecoder()
        for await (const chunk of body ?? [])
          if (decoder.decode(chunk, { stream: true }).includes('data:')) this.heard.push(performance.now())
      } catch {
        await pause(signal.aborted ? 0 : 200)
      }
    }
  }
}
