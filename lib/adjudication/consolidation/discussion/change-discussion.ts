import 'server-only'
import { addDisagreements, scopeOf } from '@/lib/adjudication/consolidation/change-consolidation'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { dropAboutChanged } from '@/lib/adjudication/consolidation/lists/drop-about-changed'
import { type LoadedConsolidation, loadConsolidation } from '@/lib/adjudication/consolidation/load-consolidation'
import { readConsolidation, showConsolidation } from '@/lib/adjudication/consolidation/queries'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { closeByItself } from '@/lib/workspace/tasks/close-by-itself'
import { type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import { settleAccepted } from './settle-accepted'

/**
 * The frame of every word in a discussion: the task's row is locked, the actor authorised, `work` done, and what all
 * accept settled, up to gold. It compares no revision: partners talk at the same time, and each word names its value.
 */
export function changeDiscussion(
  actor: Actor,
  taskId: string,
  work: (tx: Tx, loaded: LoadedConsolidation) => Promise<void>,
): Promise<ConsolidationView> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    authorize(actor, task)
    const loaded = await loadConsolidation(tx, task)
    await work(tx, loaded)
    await dropAboutChanged(tx, actor, loaded)
    const settled = await settleAccepted(tx, actor, task)
    await addDisagreements(tx, settled)
    const raised = { data: { revision: { increment: 1 } }, select: { revision: true } }
    const { revision } = await tx.task.update({ where: { id: taskId }, ...raised })
    if (await closeByItself(tx, settled, actor.userId)) return readConsolidation(tx, actor, taskId)
    return showConsolidation(tx, actor, { ...settled, task: { ...task, revision } })
  })
}

/** Partners, and a third rater who takes part. Who comes too late hears that, and not that it is not for them. */
function authorize(actor: Actor, { subject }: LoadedTask): void {
  const isOne = (state: LoadedTask['state']) =>
    subject.policy === 'discussion' &&
    (canTask(actor, 'task.discuss', { ...subject, state }) || canTask(actor, 'task.adjudicate', { ...subject, state }))
  if (isOne(subject.state)) return
  if (isOne('consolidating')) throw new AppError('conflict', 'This item is not under discussion any more.')
  throw new AppError('forbidden')
}

/** A question that partners settled is open again as soon as one of them does not hold `value` with the others; a third rater's word stands. */
export async function reopenQuestion(
  tx: Tx,
  actor: Actor,
  { task, units, rows, lanes }: LoadedConsolidation,
  { unit, question, value = null }: { unit: string; question: string; value?: Json },
): Promise<void> {
  const row = rows.find((each) => each.unit === unit && each.question === question)
  const isPartner = lanes.some(({ userId }) => userId === actor.userId)
  if (!row || !isPartner || sameValue(row.value, value)) return
  if (row.how !== 'discussed')
    throw new AppError('conflict', 'A third rater has settled this question. Say in a remark what speaks against it.')
  const unitId = units.find(({ key }) => key === unit)?.id ?? ''
  await tx.resolution.deleteMany({ where: { taskId: task.id, round: task.round, unitId, question } })
  await record(tx, 'resolution.withdrawn', scopeOf(actor, task), { unit, question })
}
