import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { EventScope } from '@/lib/platform/events/events'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { findings } from '@/lib/protocols/completeness'
import { answersOf } from '@/lib/workspace/tasks/list-submitted'
import { authorizeTask, type LoadedTask, listUnits, loadTask, subjectOf } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'

const LABEL = {
  question: true,
  value: true,
  origin: true,
  revision: true,
  unitId: true,
  unit: { select: { key: true } },
} satisfies Prisma.LabelSelect
type DraftLabel = Prisma.LabelGetPayload<{ select: typeof LABEL }>

/**
 * Submits the actor's annotation: complete by the protocol's rules (`rule` with issues otherwise), then frozen for ever.
 * The last annotator's submission reveals the task. The task's row is locked first, so of two last annotators who submit
 * at once, the second sees the first. `annotationId` says which draft the actor was looking at: a page left open since an
 * earlier round submits nothing (`conflict`), and one whose answer got lost hears when it was submitted.
 * `activeSeconds`: the time in use that is not reported yet.
 */
export async function submitAnnotation(
  actor: Actor,
  taskId: string,
  annotationId?: string,
  activeSeconds = 0,
): Promise<{ submittedAt: string }> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    const done = await findSubmitted(tx, actor, task, annotationId)
    if (done) return done
    authorizeTask(actor, 'task.annotate', task, 'There is nothing of yours to submit here.')
    const annotation = await lockDraft(tx, actor, task)
    if (annotationId && annotation.id !== annotationId)
      throw new AppError(
        'conflict',
        'This task has been sent back to you meanwhile. Open it again, and look at it before you submit.',
      )
    const labels = await completeLabels(tx, task, annotation.id)
    const scope = {
      actorId: actor.userId,
      projectId: task.projectId,
      itemId: task.itemId,
      taskId,
      annotationId: annotation.id,
    }
    await trimTexts(tx, scope, labels)
    const submittedAt = new Date()
    const inUse = annotation.activeSeconds + activeSeconds
    const frozen = { state: 'submitted', submittedAt, activeSeconds: inUse } as const
    await tx.annotation.update({ where: { id: annotation.id }, data: frozen })
    await tx.assignment.update({
      where: { taskId_userId: { taskId, userId: actor.userId } },
      data: { state: 'submitted', expiresAt: null },
    })
    await record(tx, 'annotation.submitted', scope, { round: task.round, activeSeconds: inUse })
    await revealTask(tx, task, actor.userId)
    return { submittedAt: submittedAt.toISOString() }
  })
}

/** Of an annotation of the actor's in this round that is submitted already: when it was. */
async function findSubmitted(tx: Tx, { userId }: Actor, { id: taskId, round }: LoadedTask, annotationId?: string) {
  if (!annotationId) return null
  const where = { id: annotationId, taskId, userId, round, state: 'submitted' } as const
  const found = await tx.annotation.findFirst({ where, select: { submittedAt: true } })
  return found?.submittedAt ? { submittedAt: found.submittedAt.toISOString() } : null
}

/** Holds the annotation's row, so that an answer on its way is either in or refused. */
async function lockDraft(tx: Tx, actor: Actor, task: LoadedTask): Promise<{ id: string; activeSeconds: number }> {
  const rows = await tx.$queryRaw<{ id: string; activeSeconds: number }[]>`
    select id, active_seconds "activeSeconds" from annotations
    where task_id = ${task.id}::uuid and user_id = ${actor.userId}::uuid and round = ${task.round} and state = 'draft'
    for update`
  const draft = rows[0]
  if (!draft) throw new AppError('conflict', 'Open the annotation first.')
  return draft
}

async function completeLabels(tx: Tx, task: LoadedTask, annotationId: string): Promise<DraftLabel[]> {
  const labels = await tx.label.findMany({ where: { annotationId }, select: LABEL })
  const missing = findings(task.stage, subjectOf(task, await listUnits(tx, task)), answersOf(labels))
  if (missing.length > 0)
    throw new AppError('rule', 'Something is still missing. Answer it, then submit.', {
      issues: missing.map(({ unit, question, message }) => ({ path: `${unit}.${question}`, message })),
    })
  return labels
}

/** While somebody types, a blank at the end is kept; what is frozen has none. A change like any other, with its event. */
async function trimTexts(tx: Tx, scope: EventScope & { annotationId: string }, labels: DraftLabel[]): Promise<void> {
  const { annotationId } = scope
  for (const { unit, unitId, question, value, origin, revision: before } of labels) {
    if (typeof value !== 'string' || value === value.trim()) continue
    const [to, revision] = [value.trim() || null, before + 1]
    const where = { annotationId_unitId_question: { annotationId, unitId, question } }
    await tx.label.update({ where, data: { value: to ?? Prisma.JsonNull, revision } })
    await record(tx, 'answer.saved', scope, { unit: unit.key, question, from: value, to, origin, revision })
  }
}
