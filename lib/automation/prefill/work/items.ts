/** Which items are whose: taken with a lease, kept by signs of life, lost with it. */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { RunView } from '@/lib/automation/prefill/contract'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { runEndedJob } from '@/lib/platform/jobs/run-ended'
import { pool, transaction } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import type { RunContext } from './context'

/** An item as a worker has it in hand. */
export interface ClaimedItem {
  id: string
  position: number
  itemId: string | null
  taskId: string | null
  subject: Json
  /** Tries that people wanted: 1, and one more with every retry. A worker's death adds none. */
  attempts: number
  /** Says that it is this worker's, and this time's. */
  worker: string
}

/** Steps whose answers are to be asked for anew, as they are noted in an item's subject. */
export const afreshSchema = z.object({ afresh: z.string().optional() }).catch({})

/** Takes up to `most` items in order, so many that no more than the run's limit are worked on; those of the dead too. */
export function claimItems({ runId, concurrency, limits }: RunContext, most: number): Promise<ClaimedItem[]> {
  const worker = `${process.pid}-${randomUUID()}`
  return transaction(async (tx) => {
    // One at a time, so that two do not both count what is free.
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('take items of ' || ${runId}, 0))`
    return tx.$queryRaw<ClaimedItem[]>`
      with taken as (
        select id, state from run_items
        where run_id = ${runId}::uuid
          and (state = 'waiting' or state = 'running' and leased_until < clock_timestamp())
          and exists (select 1 from runs where id = ${runId}::uuid and state = 'running')
        order by position
        limit (select greatest(0, least(${most}::int, ${concurrency}::int - count(*)::int)) from run_items
               where run_id = ${runId}::uuid and state = 'running' and leased_until >= clock_timestamp())
        for update skip locked)
      update run_items i
      set state = 'running', worker = ${worker}, attempts = attempts + (taken.state = 'waiting')::int,
          leased_until = clock_timestamp() + ${limits.leaseMs}::float8 * interval '1 millisecond',
          started_at = coalesce(started_at, now()), finished_at = null, error_code = null, error = null
      from taken where i.id = taken.id
      returning i.id, i.position, i.item_id "itemId", i.task_id "taskId", i.subject, i.attempts, i.worker`
  })
}

/**
 * Signs of life for items in hand. Returns those that are still one's own, and the state of the run. In two statements: others hold the
 * run before its items, and one that holds items while it waits for the run would be waited for in turn.
 */
export async function renewItems(
  { runId, limits }: RunContext,
  items: readonly ClaimedItem[],
): Promise<{ own: Set<string>; state: string }> {
  const renewed = await pool().query<{ id: string }>(
    `update run_items i set leased_until = clock_timestamp() + $3::float8 * interval '1 millisecond'
     from unnest($1::uuid[], $2::text[]) x(id, worker)
     where i.id = x.id and i.worker = x.worker and i.state = 'running' returning i.id`,
    [items.map(({ id }) => id), items.map(({ worker }) => worker), limits.leaseMs],
  )
  const run = await pool().query<{ state: string }>(
    `with alive as (
       update runs set driven_at = clock_timestamp()
       where id = $1 and (driven_at is null or driven_at < clock_timestamp() - $2::float8 / 4 * interval '1 millisecond')
     )
     select state::text from runs where id = $1`,
    [runId, limits.leaseMs],
  )
  return { own: new Set(renewed.rows.map(({ id }) => id)), state: run.rows[0]?.state ?? 'cancelled' }
}

/** Ends a run of which no item waits or runs; what was run on gold is then taken as a system. Returns whether it has ended. */
export function endRun(runId: string): Promise<boolean> {
  return transaction(async (tx) => {
    // First, and by itself: whoever sets items going again holds it, and what they did is seen only afterwards. Not `for update`, which
    // waits for those whose new suggestions refer to the run, while they wait for it to count what they did.
    await tx.$executeRaw`select 1 from runs where id = ${runId}::uuid for no key update`
    const [ended] = await tx.$queryRaw<{ kind: RunView['kind'] }[]>`
      update runs set state = 'done', state_reason = null, finished_at = clock_timestamp()
      where id = ${runId}::uuid and state = 'running'
        and not exists (select 1 from run_items where run_id = ${runId}::uuid and state in ('waiting', 'running'))
      returning kind::text`
    // Drivers that would look after the items of dead workers.
    if (ended)
      await tx.$executeRaw`
        select 1 from graphile_worker.complete_jobs(array(
          select id from graphile_worker.jobs where key like 'drive_run/' || ${runId} || '/%' and locked_by is null))`
    if (ended?.kind === 'evaluation') await enqueue(tx, runEndedJob, { runId })
    return ended !== undefined
  })
}

/** Stops a run that goes on, for a reason that every further item would meet. */
export async function pauseRun(runId: string, reason: 'budget' | 'provider' | 'died'): Promise<void> {
  await pool().query(`update runs set state = 'paused', state_reason = $2 where id = $1 and state = 'running'`, [
    runId,
    reason,
  ])
}
