/** What is kept for so many days and no longer, where the operator has said so: removed in batches, each with its event. */
import 'server-only'
import { record } from '@/lib/platform/events/record'
import { type Tx, transaction } from '@/lib/platform/server/db'

/** Rows that one transaction removes at most, and rows that one run does: the rest is for the next. */
const BATCH = 1_000
const MOST = 200_000

export interface Removed {
  count: number
  /** May there be more that are older? */
  more: boolean
}

export interface Old {
  /** For the event. */
  what: 'sign-ins' | 'provider calls' | 'page copies'
  /** undefined: all are kept. */
  days: number | undefined
  /** Removes at most so many that are older; leaves out those that another process is at. */
  remove(tx: Tx, before: Date, most: number): Promise<Removed>
}

const DAY_MS = 86_400_000

/** Safe to run at any time, by several processes. Returns how many it removed. */
export async function removeOld({ what, days, remove }: Old): Promise<number> {
  if (days === undefined) return 0
  const before = new Date(Date.now() - days * DAY_MS)
  let total = 0
  while (total < MOST) {
    const { count, more } = await transaction(async (tx) => {
      const removed = await remove(tx, before, BATCH)
      if (removed.count > 0) await record(tx, 'retention.removed', {}, { what, count: removed.count, days })
      return removed
    })
    total += count
    if (!more) break
  }
  return total
}
