import 'server-only'
import type { z } from 'zod'
import { type Bound, passesBounds } from '@/lib/automation/prefill/rules'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { refuseArchived } from '@/lib/workspace/projects/queries'
import { setAsideItems } from '@/lib/workspace/tasks/set-aside-items'
import type { applyTriageEndpoint } from './contract'
import { loadTriage, type Triage, type TriageParams } from './load-triage'

type Bounds = Record<string, Bound>

const MINUTES = 5

/**
 * Sets aside the items of a run that do not pass all bounds and that nobody has begun. All of it or nothing; the bounds
 * and the size of the pool are kept in the log. Errors: `rule` while the run is under way, and for bounds that bound
 * nothing or no measure of the protocol.
 */
export function applyTriage(
  actor: Actor,
  params: TriageParams,
  { bounds: requestedBounds }: { bounds: Bounds },
): Promise<z.infer<typeof applyTriageEndpoint.response>> {
  return transaction(async (tx) => {
    const { project, state, triage, items } = await loadTriage(tx, actor, params, { lock: 'change' })
    refuseArchived(project)
    if (state === 'running' || state === 'paused')
      throw new AppError('rule', 'The run is still under way. Wait until it is done, or cancel it, then choose.')
    const bounds = checkedBounds(requestedBounds, triage)
    const failing = items.filter(({ scores }) => !passesBounds(scores, bounds)).map(({ itemId }) => itemId)
    const note = noteOf(bounds, triage, items.length)
    const asideItems = await setAsideItems(tx, actor, { projectId: project.id, itemIds: failing, note })
    const counts = { pool: items.length, kept: items.length - asideItems.length, setAside: asideItems.length }
    const scope = { actorId: actor.userId, projectId: project.id }
    await record(tx, 'items.triaged', scope, { runId: params.runId, bounds, ...counts })
    return counts
  }, MINUTES)
}

/** The bounds that bound something; each has to be of a measure that there is, and the right way round. */
function checkedBounds(bounds: Bounds, { measures }: Triage): Bounds {
  const set = Object.entries(bounds).filter(([, { least, most }]) => least !== null || most !== null)
  if (set.length === 0) throw new AppError('rule', 'Set a bound for at least one number.')
  for (const [key, { least, most }] of set) {
    if (!measures.some((measure) => measure.key === key))
      throw new AppError('rule', `“${key}” is not a number of this run. Reload the page and choose again.`)
    if (least !== null && most !== null && least > most)
      throw new AppError('rule', 'A lower bound is above its upper bound. Swap them.')
  }
  return Object.fromEntries(set)
}

/** What was asked for, in words: kept with each item. */
function noteOf(bounds: Bounds, { measures }: Triage, pool: number): string {
  const wanted = Object.entries(bounds).map(([key, { least, most }]) => {
    const measure = measures.find((one) => one.key === key)
    const limits = [least === null ? [] : [`at least ${least}`], most === null ? [] : [`at most ${most}`]].flat()
    const unit = measure?.unit ? ` ${measure.unit}` : ''
    return `${measure?.title ?? key} ${limits.join(' and ')}${unit}`
  })
  return `Wanted: ${wanted.join('; ')}. Out of ${pool} items.`
}
