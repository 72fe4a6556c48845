/** When changes are sent: pauses of typing, what is left to other tabs, retries and the size of requests. */
import { ApiError, isPassing } from '@/lib/platform/client/api-error'
import { entryKey, type OutboxEntry, type Trouble } from './outbox-entry'

/** How long a request may take before it counts as failed. */
export const REQUEST_LIMIT_MS = 20_000

const TYPING_PAUSE_MS = 600
const TYPING_LIMIT_MS = 3_000
/** How long another tab's change is left to that tab. */
const ADOPT_AFTER_MS = 10_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000
const BATCH = 100

export interface OutboxClock {
  /** Milliseconds since whenever; never goes back. */
  now(): number
  /** What the device's clock says, as Date.now does; people and servers put it on and back. */
  timeOfDay(): number
  /** Runs `wake` after `ms`; returns how to call it off. */
  after(ms: number, wake: () => void): () => void
}

/** The clock of the browser. */
export const clock: OutboxClock = {
  now: () => performance.now(),
  timeOfDay: () => Date.now(),
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * When each unsent change is to be sent, in a time that only goes forward: a clock that is put back must not hold it up.
 * A change without a due time is due at once, as all are after a reload.
 */
export class SendSchedule {
  private readonly due = new Map<string, { at: number; since: number }>()
  /** Other tabs' changes, as they were when they were first seen lying about. */
  private readonly left = new Map<string, { at: number; editedAt: number }>()

  at(key: string): number {
    return (this.left.get(key) ?? this.due.get(key))?.at ?? 0
  }

  /** An edit of this tab: typing waits for a pause, but not for ever. */
  edited(key: string, now: number, typing: boolean): void {
    this.left.delete(key)
    const since = this.due.get(key)?.since ?? now
    this.due.set(key, { at: typing ? Math.min(now + TYPING_PAUSE_MS, since + TYPING_LIMIT_MS) : now, since })
  }

  /** Another tab's change: what it was edited by is the time of day, which may be wrong by hours either way. */
  leave(entry: OutboxEntry, now: number, timeOfDay: number): void {
    const { editedAt } = entry
    const key = entryKey(entry)
    const leftEntry = this.left.get(key)
    const wait = Math.min(ADOPT_AFTER_MS, Math.max(0, editedAt + ADOPT_AFTER_MS - timeOfDay))
    const adoptAt = leftEntry?.editedAt === editedAt ? Math.min(leftEntry.at, now + wait) : now + wait
    this.left.set(key, { at: adoptAt, editedAt })
  }

  /** It is on its way. */
  forget(key: string): void {
    this.left.delete(key)
    this.due.delete(key)
  }

  clear(): void {
    this.left.clear()
    this.due.clear()
  }
}

/** What an annotator does before a task opens and takes answers, and in which project. */
export interface Gate {
  trouble: 'to-confirm' | 'to-practise'
  projectId: string | null
}

/** What comes first where a task does not open yet: guidelines to confirm, or practice. */
export function gateOf(error: ApiError | null): Gate | null {
  if (error?.code !== 'rule') return null
  const { issues = [], data } = error.problem
  const isAbout = (place: string) => issues.some(({ path }) => path === place)
  const trouble = isAbout('guidelines') ? 'to-confirm' : isAbout('practice') ? 'to-practise' : null
  return trouble && { trouble, projectId: typeof data?.projectId === 'string' ? data.projectId : null }
}

/**
 * How sending for one annotation is going:
 *
 * | event                                     | what follows                                                        |
 * |-------------------------------------------|---------------------------------------------------------------------|
 * | an answer                                 | `trouble` is over; the next request may be twice as large           |
 * | a passing failure: network, server, 401   | `trouble`; a pause that doubles from 1 s to 30 s, spread by a quarter |
 * | guidelines or practice come first         | the same; all of it is sent once that is done                       |
 * | 400 or 413 to several changes             | the next request is half as large, at once                          |
 * | any other failure                         | nothing here: the changes are refused                               |
 * | the network is back, or the page in sight | the pause is over; `trouble` stays until there is an answer         |
 */
export class SendQueue {
  /** The request that is on its way. */
  run: Promise<void> | null = null
  trouble: Trouble | null = null
  /** What comes first, where that is the trouble. */
  gate: Gate | null = null
  /** No request goes out before this time. */
  notBefore = 0
  /** How many changes go into the next request. */
  batch: number
  private failures = 0

  constructor(private readonly most = BATCH) {
    this.batch = most
  }

  answered(): void {
    this.failures = 0
    this.notBefore = 0
    this.trouble = null
    this.gate = null
    this.batch = Math.min(this.most, this.batch * 2)
  }

  /**
   * What is to become of a request of `size` changes that failed: all of it is tried again, or it is refused. `spread` (0..1) keeps
   * fifty browsers from coming back at once.
   */
  failed(error: unknown, size: number, now: number, spread: number): 'again' | { refused: string } {
    const apiError = error instanceof ApiError ? error : null
    const gate = gateOf(apiError)
    if (isPassing(apiError) || gate) {
      const pause = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures)
      this.failures += 1
      this.gate = gate
      this.trouble = gate?.trouble ?? (apiError?.status === 401 ? 'signed-out' : 'waiting')
      this.notBefore = now + pause * (0.75 + 0.5 * spread)
      return 'again'
    }
    if (size > 1 && (apiError?.status === 400 || apiError?.status === 413)) {
      // It was too large, or one of the changes spoils it: halves find out which.
      this.batch = Math.ceil(size / 2)
      return 'again'
    }
    return { refused: apiError?.message ?? '' }
  }

  retryNow(): void {
    this.notBefore = 0
  }
}
