import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { isAsked } from '@/lib/protocols/completeness'
import { isDisputed } from '@/lib/protocols/consolidation'
import type { Question } from '@/lib/protocols/protocol'
import { authorizeTask, type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import type { ConsolidationView } from './contract'
import { settleAccepted } from './discussion/settle-accepted'
import { dropAboutChanged } from './lists/drop-about-changed'
import { type LoadedConsolidation, loadConsolidation } from './load-consolidation'
import { readConsolidation } from './queries'

/** What a reviewer may do here, and the state of the task in which it makes sense. */
const STATE = { 'task.adjudicate': 'consolidating', 'task.approve': 'approving' } as const
type Decision = keyof typeof STATE

/**
 * The frame of every decision: the task's row is locked, the actor authorised, the revision compared, `work` done, the
 * revision raised, and the new state given back; all in one transaction. Throws `forbidden`, or `revision_conflict` when
 * somebody else acted first.
 */
export function changeConsolidation(
  actor: Actor,
  taskId: string,
  decision: Decision,
  expectedRevision: number,
  work: (tx: Tx, loaded: LoadedConsolidation) => Promise<void>,
): Promise<ConsolidationView> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    requireCurrent(actor, task, decision, expectedRevision)
    authorizeTask(actor, decision, task)
    const loaded = await loadConsolidation(tx, task)
    await work(tx, loaded)
    await dropAboutChanged(tx, actor, loaded)
    await tx.task.update({ where: { id: taskId }, data: { revision: { increment: 1 } } })
    await addDisagreements(tx, await settleAccepted(tx, actor, task))
    return readConsolidation(tx, actor, taskId)
  })
}

/** A stale revision is a conflict for whoever could have done it in time, and nobody's business otherwise. */
function requireCurrent(actor: Actor, task: LoadedTask, decision: Decision, expectedRevision: number): void {
  if (task.revision === expectedRevision) return
  if (!canTask(actor, decision, { ...task.subject, state: STATE[decision] })) throw new AppError('forbidden')
  throw new AppError(
    'revision_conflict',
    'Somebody else has worked on this item since you opened it. Look at it as it is now, and try again.',
    {
      data: { revision: task.revision, state: task.state },
    },
  )
}

/** Settling one question can raise another on which the annotators differ: it becomes a disagreement like any other. */
export async function addDisagreements(tx: Tx, { task, units, outcome }: LoadedConsolidation): Promise<void> {
  const open = outcome.open.filter(({ kind, values }) => kind === 'decide' && isDisputed(values))
  await tx.disagreement.createMany({
    data: open.map(({ unit, question }) => ({
      taskId: task.id,
      round: task.round,
      unitId: units.find(({ key }) => key === unit)?.id ?? '',
      question,
    })),
    skipDuplicates: true,
  })
}

/** Scope of an event about this task. */
export const scopeOf = (actor: Actor, task: LoadedTask) => ({
  actorId: actor.userId,
  projectId: task.projectId,
  itemId: task.itemId,
  taskId: task.id,
})

/** The question as it stands here; throws `rule` when it is not asked of this unit. */
export function requireAsked(
  { task, subject, units, outcome }: LoadedConsolidation,
  place: { unit: string; question: string },
): { question: Question; unitId: string } {
  const unit = units.find(({ key }) => key === place.unit)
  const question = task.stage.questions.find(({ key, unit: kind }) => key === place.question && kind === unit?.kind)
  if (!unit || !question || !isAsked(question, subject, outcome.answers, unit))
    throw new AppError('rule', 'This question is not asked here, as things stand.')
  return { question, unitId: unit.id }
}

/** The row of a disagreement of this round; throws `rule` when the annotators do not disagree on it. */
export async function findDisagreement(
  tx: Tx,
  { task, units }: Pick<LoadedConsolidation, 'task' | 'units'>,
  place: { unit: string; question: string },
): Promise<{ id: string; unitId: string; proposal: unknown }> {
  const unitId = units.find(({ key }) => key === place.unit)?.id
  const where = { taskId: task.id, round: task.round, unitId: unitId ?? task.id, question: place.question }
  const row = await tx.disagreement.findUnique({
    where: { taskId_round_unitId_question: where },
    select: { id: true, unitId: true, proposal: true },
  })
  if (!row) throw new AppError('rule', 'There is no disagreement about this question.')
  return row
}
