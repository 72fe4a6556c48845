import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { changeConsolidation, findDisagreement, scopeOf } from './change-consolidation'
import type { ConsolidationView, SetCause } from './contract'

/** Notes why the annotators disagreed; null forgets it. */
export function setCause(actor: Actor, taskId: string, body: SetCause): Promise<ConsolidationView> {
  const { unit, question, cause, expectedRevision } = body
  return changeConsolidation(actor, taskId, 'task.adjudicate', expectedRevision, async (tx, loaded) => {
    const { id } = await findDisagreement(tx, loaded, body)
    await tx.disagreement.update({ where: { id }, data: { cause } })
    await record(tx, 'disagreement.cause_set', scopeOf(actor, loaded.task), { unit, question, cause })
  })
}
