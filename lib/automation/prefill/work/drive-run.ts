/** A driver: works on its share of a run's items at once, for a while, and then makes room for others. */
import 'server-only'
import { driveRunJob, enqueueDriver, shareOf } from '@/lib/automation/prefill/jobs'
import { LIMITS, type Limits } from '@/lib/automation/prefill/ledger/limits'
import { handleJob, type JobHandler } from '@/lib/platform/jobs/task-registry'
import { isDatabaseTrouble } from '@/lib/platform/server/database-trouble'
import { pool } from '@/lib/platform/server/db'
import { notifyRun } from '@/lib/platform/server/live'
import { log } from '@/lib/platform/server/log'
import { loadContext, type RunContext } from './context'
import { ItemPool } from './item-pool'
import { claimItems, endRun, pauseRun } from './items'

/** Until a driver that found all places taken looks again. */
const LOOK_AGAIN_MS = 1_000

/** The worker's handler; safe to run twice, and by many at once. */
export const driveRunHandler = (limits: Limits = LIMITS): JobHandler =>
  handleJob(
    driveRunJob,
    (payload, { signal }) => driveRun(payload, signal, limits),
    // One that another has taken the place of has no try left either: only what took processes with it stops the run.
    async ({ runId }, why) => {
      if (why !== 'died') return
      await pauseRun(runId, 'died')
      notifyRun(runId)
    },
  )

export async function driveRun(
  { runId, slot }: { runId: string; slot: number },
  stopping: AbortSignal,
  limits: Limits,
): Promise<void> {
  const context = await loadContext(runId, limits)
  if (!context) return
  const itemPool = new ItemPool(context)
  const stop = () => itemPool.stop()
  if (stopping.aborted) stop()
  stopping.addEventListener('abort', stop)
  let isFollowed = false
  try {
    const until = Date.now() + limits.sliceMs
    // Once in any case, however slow the machine is: each driver gets something done.
    let goesOn = !itemPool.isHalted() && (await takeMore(context, itemPool))
    while (goesOn) {
      await itemPool.oneDone()
      goesOn = !itemPool.isHalted() && Date.now() < until && (await takeMore(context, itemPool))
    }
    // Before the last items are done: the next driver takes on others meanwhile.
    isFollowed = !itemPool.isHalted() && Date.now() >= until && (await enqueueNext(itemPool, { runId, slot }))
    await itemPool.allDone()
  } finally {
    stopping.removeEventListener('abort', stop)
    itemPool.dispose()
  }
  await leave(context, slot, { isStopping: stopping.aborted, isFollowed })
}

/** Fills the pool; false where nothing is in it. While items are in hand, a database in trouble is asked again when one of them is done. */
async function takeMore(context: RunContext, itemPool: ItemPool): Promise<boolean> {
  const room = shareOf(context.concurrency) - itemPool.size
  try {
    if (room > 0) for (const item of await claimItems(context, room)) itemPool.take(item)
  } catch (error) {
    passWhileInHand(itemPool, error)
  }
  return itemPool.size > 0
}

/** Whether the next driver is waiting to work. */
async function enqueueNext(itemPool: ItemPool, driver: { runId: string; slot: number }): Promise<boolean> {
  try {
    await enqueueDriver(pool(), driver)
    return true
  } catch (error) {
    passWhileInHand(itemPool, error)
    return false
  }
}

/** Items in hand have answers that are paid for: a database that restarts must not end the work on them. */
function passWhileInHand(itemPool: ItemPool, error: unknown): void {
  if (itemPool.size === 0 || !isDatabaseTrouble(error)) throw error
  log.warn('the database is in trouble: the items in hand are brought to their end', { cause: String(error) })
}

/**
 * Ends the run if nothing is left of it; else enqueues one driver for what waits, and for items that other drivers hold, at the end of their leases, in
 * case these drivers are dead by then. The time is the database's, as that of the leases and of the queue is.
 */
async function leave(
  { runId }: RunContext,
  slot: number,
  { isStopping, isFollowed }: { isStopping: boolean; isFollowed: boolean },
): Promise<void> {
  if (await endRun(runId)) {
    log.info('run done', { runId })
    return notifyRun(runId)
  }
  if (isFollowed) return
  const { rows } = await pool().query<{ next: Date | null }>(
    `select min(case i.state when 'waiting' then clock_timestamp() else greatest(i.leased_until, clock_timestamp()) end
              + $2::float8 * interval '1 millisecond') "next"
     from run_items i join runs r on r.id = i.run_id
     where r.id = $1 and r.state = 'running' and i.state in ('waiting', 'running')`,
    [runId, isStopping ? 0 : LOOK_AGAIN_MS],
  )
  const next = rows[0]?.next
  if (next) await enqueueDriver(pool(), { runId, slot }, next)
}
