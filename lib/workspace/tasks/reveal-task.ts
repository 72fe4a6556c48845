import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import { alignLanes } from '@/lib/protocols/align-lanes'
import { countingAnswers, countingWithStarts } from '@/lib/protocols/completeness'
import {
  type Consolidation,
  consolidate,
  differences,
  isDisputed,
  type Lane,
  type Place,
} from '@/lib/protocols/consolidation'
import type { Stage, Subject, Vote } from '@/lib/protocols/protocol'
import { closeByItself } from './close-by-itself'
import { inLaneOrder } from './lane-order'
import { listSubmitted, type SubmittedAnnotation } from './list-submitted'
import { type LoadedTask, listMadeUnits, listUnits, subjectOf } from './load-task'
import { makeGold } from './make-gold'

/**
 * Ends blind annotation once every annotator has submitted: writes down the disagreements between the frozen answers and
 * hands the task to consolidation, or makes gold at once: marked single-rated with a single annotator, or because partners
 * who settle among themselves agree on everything, or because a majority decides it. The caller holds the task's row lock and has just counted the last
 * submission. Votes are tallied: nothing about them is to be settled. Returns whether the task was revealed.
 */
export async function revealTask(tx: Tx, task: LoadedTask, actorId: string | null): Promise<boolean> {
  const now = await tx.task.findUniqueOrThrow({
    where: { id: task.id },
    select: { state: true, raters: true, submittedCount: true },
  })
  if (now.state !== 'open' || now.submittedCount < now.raters) return false
  const taskUnits = await listUnits(tx, task)
  const subject = subjectOf(task, taskUnits)
  const submitted = inLaneOrder(task.id, await listSubmitted(tx, task))
  if (task.stage.consolidation === 'votes') {
    const votes = votesOf(task.stage, subject, submitted)
    await makeGold(tx, task, {
      subject,
      answers: {},
      votes,
      actorId,
      origin: 'tallied',
      adjudicatorId: null,
      approverId: null,
    })
    return true
  }
  const counting = submitted.map(({ id, answers }) => ({ id, answers: countingAnswers(task.stage, subject, answers) }))
  const lanes = alignLanes(task.stage, subject, counting, {})
  const outcome = consolidate(task.stage, subject, lanes, {})
  if (lanes.length === 1 && now.raters === 1) {
    const { answers, open } = outcome
    if (open.length > 0) throw new Error(`a submitted annotation of task ${task.id} leaves questions open`)
    const unsigned = { adjudicatorId: null, approverId: null }
    await makeGold(tx, task, { subject, answers, origin: 'single_rated', actorId, ...unsigned })
    return true
  }
  const units = [...taskUnits, ...(await listMadeUnits(tx, task.id))]
  const unitIds = new Map(units.map((unit) => [unit.key, unit.id]))
  const found = disagreementsIn(task.stage, subject, lanes, outcome)
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
  const annotationLanes = lanes.map(({ id }) => ({ id, annotationId: id }))
  await closeByItself(tx, { task, subject, units, lanes: annotationLanes, outcome }, actorId)
  return true
}

/** On what the frozen answers differ, and on what else once a majority has settled the questions before. */
function disagreementsIn(stage: Stage, subject: Subject, lanes: readonly Lane[], { open }: Consolidation): Place[] {
  const frozen = differences(stage, subject, lanes)
  const raised = open.filter(({ values }) => isDisputed(values))
  const places = [...frozen, ...raised].filter(({ kind }) => kind === 'decide')
  return [...new Map(places.map(({ unit, question }) => [`${unit} ${question}`, { unit, question }])).values()]
}

/** What counts of each submitted annotation, No on flags that were left alone included, with the order in which its annotator saw what is shuffled. */
function votesOf(stage: Stage, subject: Subject, submitted: readonly SubmittedAnnotation[]): Vote[] {
  return submitted.map(({ userId, shown, answers }) => ({
    voter: userId,
    shown,
    answers: countingWithStarts(stage, subject, answers),
  }))
}
