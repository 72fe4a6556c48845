import 'server-only'
import { setMaxListeners } from 'node:events'
import { log } from '@/lib/platform/server/log'
import type { RunContext } from './context'
import { type ClaimedItem, renewItems } from './items'
import { workItem } from './work-item'

/** Signs of life go out this often at least, so that a pause or cancellation bites soon. */
const LOOK_MS = 1_000
/** What calls under way have left to come to their end, once the process is asked to end. */
const GRACE_MS = 3_000

interface InHand {
  item: ClaimedItem
  done: Promise<void>
  end: AbortController
}

/** The items that one driver has in hand, each kept by signs of life until it is done or lost. */
export class ItemPool {
  private readonly items = new Map<string, InHand>()
  private readonly timer: NodeJS.Timeout
  private halted = false
  private isLooking = false

  constructor(private readonly context: RunContext) {
    this.timer = setInterval(() => void this.live(), Math.min(LOOK_MS, context.limits.leaseMs / 3))
  }

  get size(): number {
    return this.items.size
  }

  isHalted(): boolean {
    return this.halted
  }

  take(item: ClaimedItem): void {
    const end = new AbortController()
    // A step may ask much at once.
    setMaxListeners(0, end.signal)
    const stopSignal = { signal: end.signal, isHalted: () => this.halted }
    const done = workItem(this.context, item, stopSignal).finally(() => this.items.delete(item.id))
    this.items.set(item.id, { item, end, done })
  }

  /** Until one of them is done. */
  async oneDone(): Promise<void> {
    await Promise.race([...this.items.values()].map(({ done }) => done))
  }

  async allDone(): Promise<void> {
    while (this.items.size > 0) await this.oneDone()
  }

  /** Nothing new is asked; what does not come to its end soon is cut off. */
  stop(): void {
    this.halted = true
    setTimeout(() => this.endAll(), GRACE_MS).unref()
  }

  /** Nothing goes on behind a driver that has left. */
  dispose(): void {
    clearInterval(this.timer)
    this.halted = true
    this.endAll()
  }

  private endAll(): void {
    for (const { end } of this.items.values()) end.abort()
  }

  private async live(): Promise<void> {
    // A slow database is not asked the same again and again.
    if (this.isLooking) return
    this.isLooking = true
    const inHand = [...this.items.values()]
    try {
      const { own, state } = await renewItems(
        this.context,
        inHand.map(({ item }) => item),
      )
      if (state !== 'running') this.halted = true
      if (state === 'cancelled') this.endAll()
      for (const { item, end } of inHand) if (this.items.has(item.id) && !own.has(item.id)) end.abort()
    } catch (error) {
      log.warn('a sign of life did not get through', { runId: this.context.runId, error: String(error) })
    } finally {
      this.isLooking = false
    }
  }
}
