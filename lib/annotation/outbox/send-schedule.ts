import { entryKey, type OutboxEntry } from './outbox-entry'

const TYPING_PAUSE_MS = 600
const TYPING_LIMIT_MS = 3_000
/** How long another tab's change is left to that tab. */
const ADOPT_AFTER_MS = 10_000

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
    const known = this.left.get(key)
    const wait = Math.min(ADOPT_AFTER_MS, Math.max(0, editedAt + ADOPT_AFTER_MS - timeOfDay))
    const at = known?.editedAt === editedAt ? Math.min(known.at, now + wait) : now + wait
    this.left.set(key, { at, editedAt })
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
