import 'server-only'
import { type LabelOrigin, Prisma } from '@/generated/prisma/client'
import type { EventScope } from '@/lib/platform/events/events'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { findings } from '@/lib/protocols/completeness'
import { answersOf, type StoredAnswer } from '@/lib/workspace/tasks/list-submitted'
import { type LoadedTask, listUnits, subjectOf } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'

export interface DraftLabel extends StoredAnswer {
  unitId: string
  origin: LabelOrigin
  revision: number
}

/**
 * Freezes a complete draft of its maker's for ever, tells of it, and reveals the task where it was the last. The caller holds the rows of
 * the task and of the annotation, and has authorised it. Returns the moment from which it counts as submitted.
 */
export async function freezeAnnotation(
  tx: Tx,
  { userId }: Pick<Actor, 'userId'>,
  task: LoadedTask,
  { id: annotationId, activeSeconds, labels }: { id: string; activeSeconds: number; labels: readonly DraftLabel[] },
): Promise<Date> {
  const { id: taskId, projectId, itemId, round } = task
  const scope = { actorId: userId, projectId, itemId, taskId, annotationId }
  await trimTexts(tx, scope, labels)
  const submittedAt = new Date()
  const frozen = { state: 'submitted', submittedAt, heldUntil: null, activeSeconds } as const
  await tx.annotation.update({ where: { id: annotationId }, data: frozen })
  await tx.assignment.update({
    where: { taskId_userId: { taskId, userId } },
    data: { state: 'submitted', expiresAt: null },
  })
  await record(tx, 'annotation.submitted', scope, { round, activeSeconds })
  await revealTask(tx, task, userId)
  return submittedAt
}

/** The labels of a draft; throws `rule`, naming what is missing, for one that is not complete. */
export async function completeLabels(tx: Tx, task: LoadedTask, annotationId: string): Promise<DraftLabel[]> {
  const labels = await tx.$queryRaw<DraftLabel[]>`
    select u.key "unit", l.question, l.value, l.unit_id "unitId", l.origin::text "origin", l.revision
    from labels l join units u on u.id = l.unit_id
    where l.annotation_id = ${annotationId}::uuid order by l.unit_id, l.question`
  const missing = findings(task.stage, subjectOf(task, await listUnits(tx, task)), answersOf(labels))
  if (missing.length > 0)
    throw new AppError('rule', 'Something is still missing. Answer it, then submit.', {
      issues: missing.map(({ unit, question, message }) => ({ path: `${unit}.${question}`, message })),
    })
  return labels
}

/** While somebody types, a blank at the end is kept; what is frozen has none. A change like any other, with its event. */
async function trimTexts(
  tx: Tx,
  scope: EventScope & { annotationId: string },
  labels: readonly DraftLabel[],
): Promise<void> {
  const { annotationId } = scope
  for (const { unit, unitId, question, value, origin, revision: before } of labels) {
    if (typeof value !== 'string' || value === value.trim()) continue
    const [to, revision] = [value.trim() || null, before + 1]
    const where = { annotationId_unitId_question: { annotationId, unitId, question } }
    await tx.label.update({ where, data: { value: to ?? Prisma.JsonNull, revision } })
    await record(tx, 'answer.saved', scope, { unit, question, from: value, to, origin, revision })
  }
}
