import 'server-only'
import { AppError } from './errors'
import { onShutdown } from './live'
import { log } from './log'

const PING_MS = 15_000
/** Streams that one person may have open in a process: more than anybody has tabs that listen. */
export const MOST_STREAMS = 40
/** When to ask again where there are as many. */
const FULL_SECONDS = 30

/** How many streams each person has open. */
const seats = new Map<string, number>()

/** A stream more for this person, until the returned function is called. Throws `throttled` where they have many. */
function takeSeat(readerId: string): () => void {
  const seatCount = seats.get(readerId) ?? 0
  if (seatCount >= MOST_STREAMS)
    throw new AppError('throttled', `You have ${seatCount} pages with live updates open. Close some of them.`, {
      data: { seconds: FULL_SECONDS },
    })
  seats.set(readerId, seatCount + 1)
  return () => {
    const left = (seats.get(readerId) ?? 1) - 1
    if (left > 0) seats.set(readerId, left)
    else seats.delete(readerId)
  }
}

/** What one reader is told of. */
export interface ChangeSubscription {
  /** Who listens. */
  readerId: string
  /** What is told, looked up anew each time; throws an AppError for whoever may not know it any more. */
  look: () => Promise<unknown>
  /** Calls back whenever there is news, until the returned function is called. */
  listen: (changed: () => void) => () => void
  /** What it is about, for the log. */
  about: string
  /** Milliseconds between two tellings at the least. */
  pauseMs?: number
  /** Tells only what is another than was told last: that anything went on at all is not the reader's to know. */
  onlyNews?: boolean
}

/**
 * Something as it is now and whenever it changes, as server-sent events. Access is looked at anew with every event;
 * whoever may not see it any more hears no more of it. A reader who does not keep up is told the latest once they do.
 */
export async function notifyChanges(subscription: ChangeSubscription, signal: AbortSignal): Promise<Response> {
  const leave = takeSeat(subscription.readerId)
  const first = await subscription.look().catch((error: unknown) => {
    leave()
    throw error
  })
  const stream = new ChangeStream(subscription, leave)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => stream.begin(controller, first, signal),
    pull: () => stream.tell(),
    cancel: () => stream.end(),
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

const encoder = new TextEncoder()

/** One reader's stream. */
class ChangeStream {
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined
  private isBehind = false
  private isTelling = false
  private toldLast: string | undefined
  private ends: (() => void)[]

  constructor(
    private readonly subscription: ChangeSubscription,
    leave: () => void,
  ) {
    this.ends = [leave]
  }

  begin(controller: ReadableStreamDefaultController<Uint8Array>, first: unknown, signal: AbortSignal): void {
    this.controller = controller
    const changed = () => {
      this.isBehind = true
      void this.tell()
    }
    // Everybody's access is looked at now and then, also while nothing happens.
    const ping = setInterval(() => {
      if ((this.controller?.desiredSize ?? 0) > 0) this.write(': ping\n\n')
      changed()
    }, PING_MS)
    const end = () => this.end()
    signal.addEventListener('abort', end, { once: true })
    this.ends.push(this.subscription.listen(changed), onShutdown(end), () => clearInterval(ping))
    this.toldLast = JSON.stringify(first)
    this.write(`retry: 2000\n\ndata: ${this.toldLast}\n\n`)
    // Whoever left during the first look is not told of again.
    if (signal.aborted) end()
  }

  /** Tells the latest, if there is news and room for it. */
  async tell(): Promise<void> {
    if (!this.isBehind || this.isTelling || !this.controller || (this.controller.desiredSize ?? 0) <= 0) return
    this.isTelling = true
    this.isBehind = false
    try {
      const text = JSON.stringify(await this.subscription.look())
      if (!this.subscription.onlyNews || text !== this.toldLast) this.write(`data: ${text}\n\n`)
      this.toldLast = text
      await this.pause()
    } catch (error) {
      if (!(error instanceof AppError)) log.warn(`stream of ${this.subscription.about}`, { error: String(error) })
      this.end()
    } finally {
      this.isTelling = false
    }
    if (this.isBehind) await this.tell()
  }

  private async pause(): Promise<void> {
    const { pauseMs } = this.subscription
    if (pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
  }

  end(): void {
    for (const end of this.ends.splice(0)) end()
    const { controller } = this
    this.controller = undefined
    try {
      controller?.close()
    } catch {
      // The reader closed it first.
    }
  }

  private write(text: string): void {
    this.controller?.enqueue(encoder.encode(text))
  }
}
