import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { EventMap } from '@/lib/platform/events/events'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { PREPARED } from '@/lib/platform/server/statement-name'
import type { LoadedTask, TaskUnit } from '@/lib/workspace/tasks/load-task'
import { shuffledFor } from '@/lib/workspace/tasks/shuffle-units'
import { annotationIdOf } from './annotation-id'
import type { OwnAnnotation } from './own-annotation'

/** A person's annotation of the task's current round as it begins, under a version of the guidelines; the units that its stage shuffles get their order. */
export function newAnnotation(
  { userId }: Actor,
  { id: taskId, round, stage }: LoadedTask,
  { units, guidelineVersion }: { units: readonly TaskUnit[]; guidelineVersion: number | null },
): OwnAnnotation {
  return {
    id: annotationIdOf({ taskId, userId, round }),
    round,
    state: 'draft',
    submittedAt: null,
    heldUntil: null,
    guidelineVersion,
    shown: shuffledFor(stage, units, { taskId, userId }),
    answers: [],
  }
}

/** Writes it down with its event, in one statement. False where another tab has begun it. The caller has authorised `task.annotate`. */
export async function beginAnnotation(
  tx: Tx,
  { userId }: Actor,
  { id: taskId, projectId, itemId }: LoadedTask,
  { id, round, shown, guidelineVersion }: OwnAnnotation,
): Promise<boolean> {
  const event: EventMap['annotation.started'] = { round }
  const begun = await tx.$queryRaw<unknown[]>`
    ${Prisma.raw(PREPARED)}
    with begun as (
      insert into annotations (id, task_id, user_id, round, independent, shown, guideline_version)
      select ${id}::uuid, ${taskId}::uuid, ${userId}::uuid, ${round}, ${round === 1},
             ${shown && JSON.stringify(shown)}::jsonb, ${guidelineVersion}::int
      on conflict do nothing
      returning id
    ), noted as (
      insert into events (type, actor_id, project_id, item_id, task_id, annotation_id, data)
      select 'annotation.started', ${userId}::uuid, ${projectId}::uuid, ${itemId}::uuid, ${taskId}::uuid, id,
             ${JSON.stringify(event)}::jsonb
      from begun)
    select 1 from begun`
  return begun.length > 0
}
