import 'server-only'
import { type LabelOrigin, Prisma } from '@/generated/prisma/client'
import type { EventMap, EventScope } from '@/lib/platform/events/events'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { PREPARED } from '@/lib/platform/server/statement-name'
import { findings } from '@/lib/protocols/completeness'
import { answersOf, type StoredAnswer } from '@/lib/workspace/tasks/list-submitted'
import { type LoadedTask, ownUnits, readUnits, subjectOf } from '@/lib/workspace/tasks/load-task'
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
  const event: EventMap['annotation.submitted'] = { round, activeSeconds }
  const frozen = await tx.$queryRaw<unknown[]>`
    ${Prisma.raw(PREPARED)}
    with frozen as (
      update annotations set state = 'submitted', submitted_at = ${submittedAt}::timestamptz, held_until = null, active_seconds = ${activeSeconds}
      where id = ${annotationId}::uuid
      returning id
    ), share as (
      update assignments set state = 'submitted', expires_at = null, updated_at = now()
      where task_id = ${taskId}::uuid and user_id = ${userId}::uuid
      returning id
    ), noted as (
      insert into events (type, actor_id, project_id, item_id, task_id, annotation_id, data)
      select 'annotation.submitted', ${userId}::uuid, ${projectId}::uuid, ${itemId}::uuid, ${taskId}::uuid, id, ${JSON.stringify(event)}::jsonb
      from frozen)
    select 1 from frozen, share`
  if (frozen.length === 0) throw new Error(`annotation ${annotationId} or its share is gone under its lock`)
  await revealTask(tx, task, userId)
  return submittedAt
}

/** The labels of a draft; throws `rule`, naming what is missing, for one that is not complete. */
export async function completeLabels(tx: Tx, task: LoadedTask, annotationId: string): Promise<DraftLabel[]> {
  const [row] = await tx.$queryRaw<{ labels: DraftLabel[]; units: unknown }[]>`
    ${Prisma.raw(PREPARED)}
    select ${ownUnits(Prisma.sql`${task.id}::uuid`, Prisma.sql`${task.round}::int`)} "units", coalesce((
      select json_agg(json_build_object('unit', u.key, 'question', l.question, 'value', l.value, 'unitId', l.unit_id,
               'origin', l.origin, 'revision', l.revision) order by l.unit_id, l.question)
      from labels l join units u on u.id = l.unit_id where l.annotation_id = ${annotationId}::uuid), '[]') "labels"`
  const { labels, units } = row ?? { labels: [], units: [] }
  const missing = findings(task.stage, subjectOf(task, readUnits(units)), answersOf(labels))
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
