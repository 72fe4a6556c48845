import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { notifyRun } from '@/lib/platform/server/live'
import type { actOnRunEndpoint, RunView } from './contract'
import { enqueueDrivers } from './jobs'
import { loadSettings } from './load-settings'
import { presentRun } from './present'
import { loadRunnable } from './start-run'

type Act = z.output<NonNullable<typeof actOnRunEndpoint.body>>
interface RunRow {
  id: string
  projectId: string
  kind: RunView['kind']
  state: RunView['state']
}

/**
 * Pauses, resumes or cancels a run, or has its failed items tried again. Workers hear of it with their next sign of life.
 * For managers. Errors: `rule` where the run is in no state for it.
 */
export async function actOnRun(
  actor: Actor,
  { projectId, runId }: { projectId: string; runId: string },
  body: Act,
): Promise<RunView> {
  const view = await transaction(async (tx) => {
    await loadRunnable(tx, actor, projectId, { lock: 'change' })
    const [run] = await tx.$queryRaw<RunRow[]>`
      select id, project_id "projectId", kind::text, state::text from runs
      where id = ${runId}::uuid and project_id = ${projectId}::uuid for no key update`
    const items = await ACTS[body.act](tx, found(run), body)
    const data = { runId, act: body.act, items, budgetMicro: body.budgetMicro ?? null }
    await record(tx, 'run.acted', { actorId: actor.userId, projectId }, data)
    return presentRun(tx, runId)
  })
  notifyRun(runId)
  return view
}

/** Each returns how many items it set going or stopped. */
const ACTS: Record<Act['act'], (tx: Tx, run: RunRow, body: Act) => Promise<number>> = {
  async pause(tx, run) {
    if (run.state !== 'running') throw new AppError('rule', 'Only a run that goes on can be paused.')
    await tx.run.update({ where: { id: run.id }, data: { state: 'paused', stateReason: 'person' } })
    return countOpen(tx, run)
  },

  async resume(tx, run, { budgetMicro }) {
    if (run.state !== 'paused') throw new AppError('rule', 'Only a paused run can be resumed.')
    await goOn(tx, run, budgetMicro === undefined ? {} : { budgetMicro })
    return countOpen(tx, run)
  },

  async cancel(tx, run) {
    if (run.state !== 'running' && run.state !== 'paused') throw new AppError('rule', 'This run has ended already.')
    await tx.run.update({
      where: { id: run.id },
      data: { state: 'cancelled', stateReason: null, stateDetail: null, finishedAt: new Date() },
    })
    return cancelIdle(tx, run.id)
  },

  async retry(tx, run) {
    if (run.kind === 'import' || run.state === 'cancelled')
      throw new AppError('rule', 'This run has ended for good. Start another over the same items.')
    const { count } = await tx.runItem.updateMany({
      where: { runId: run.id, state: 'failed' },
      data: { state: 'waiting', finishedAt: null, errorCode: null, error: null },
    })
    if (count === 0) throw new AppError('rule', 'No item of this run has failed.')
    await goOn(tx, run, {})
    return count
  },
}

async function goOn(tx: Tx, run: RunRow, change: { budgetMicro?: number | null }): Promise<void> {
  await tx.run.update({
    where: { id: run.id },
    data: {
      ...change,
      state: 'running',
      stateReason: null,
      stateDetail: null,
      finishedAt: null,
      // The first items from now on are looked at again.
      firstFailures: 0,
      firstFailure: null,
    },
  })
  const { settings } = await loadSettings(tx, run.projectId)
  await enqueueDrivers(tx, run.id, settings.concurrency)
}

const countOpen = (tx: Tx, { id }: RunRow) =>
  tx.runItem.count({ where: { runId: id, state: { in: ['waiting', 'running'] } } })

/** Ends the items of a cancelled run that no living worker is at; the others end with their worker's next sign of life. */
export function cancelIdle(tx: Tx, runId: string): Promise<number> {
  return tx.$executeRaw`
    update run_items set state = 'cancelled', finished_at = now(), leased_until = null, worker = null
    where run_id = ${runId}::uuid and (state = 'waiting' or state = 'running' and leased_until < clock_timestamp())`
}
