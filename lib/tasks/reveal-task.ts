import 'server-only'
import { record } from '@/lib/audit/record'
import { alignLanes } from '@/lib/protocols/align-lanes'
import { countingAnswers } from '@/lib/protocols/completeness'
import { consolidate, differences } from '@/lib/protocols/consolidation'
import type { Tx } from '@/lib/server/db'
import { closeDiscussion } from './close-discussion'
import { inLaneOrder } from './lane-order'
import { type LoadedTask, listMadeUnits, listSubmitted, listUnits, subjectOf } from './load-task'
import { makeGold } from './make-gold'

/**
 * Ends blind annotation once every annotator has submitted: writes down the disagreements between the frozen answers and
 * hands the task to consolidation, or makes gold at once: marked single-rated with a single annotator, or because partners
 * who settle among themselves agree on everything. The caller holds the task's row lock and has just counted the last
 * submission. Returns whether the task was revealed.
 */
export async function revealTask(tx: Tx, task: LoadedTask, actorId: string | null): Promise<boolean> {
  const now = await tx.task.findUniqueOrThrow({
    where: { id: task.id },
    select: { state: true, raters: true, submittedCount: true },
  })
  if (now.state !== 'open' || now.submittedCount < now.raters) return false
  const own = await listUnits(tx, task)
  const subject = subjectOf(task, own)
  const submitted = inLaneOrder(task.id, await listSubmitted(tx, task))
  const counting = submitted.map(({ id, answers }) => ({ id, answers: countingAnswers(task.stage, subject, answers) }))
  const lanes = alignLanes(task.stage, subject, counting, {})
  const outcome = consolidate(task.stage, subject, lanes, {})
  if (lanes.length === 1 && now.raters === 1) {
    const { answers, open } = outcome
    if (open.length > 0) throw new Error(`a submitted annotation of task ${task.id} leaves questions open`)
    await makeGold(tx, task, { answers, origin: 'single_rated', actorId, adjudicatorId: null, approverId: null })
    return true
  }
  const units = [...own, ...(await listMadeUnits(tx, task.id))]
  const unitIds = new Map(units.map((unit) => [unit.key, unit.id]))
  const found = differences(task.stage, subject, lanes).filter((difference) => difference.kind === 'decide')
  await tx.disagreement.createMany({
    data: found.map(({ unit, question }) => ({
      taskId: task.id,
      round: task.round,
      unitId: unitIds.get(unit) ?? '',
      question,
    })),
  })
  await tx.task.update({ where: { id: task.id }, data: { state: 'consolidating', revision: { increment: 1 } } })
  const scope = { actorId, projectId: task.projectId, itemId: task.itemId, taskId: task.id }
  await record(tx, 'task.revealed', scope, { round: task.round, disagreements: found.length })
  const named = lanes.map(({ id }) => ({ id, annotationId: id }))
  await closeDiscussion(tx, { task, subject, units, lanes: named, outcome }, actorId)
  return true
}
