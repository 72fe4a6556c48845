import 'server-only'
import { drawArms } from '@/lib/annotation/suggestions/draw-arms'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { type LoadedTask, listUnits } from '@/lib/workspace/tasks/load-task'
import { shuffledFor } from '@/lib/workspace/tasks/shuffle-units'
import { annotationIdOf } from './annotation-id'

/**
 * Begins the actor's annotation of the task's current round, under the guidelines and policies now in force: the arms of
 * its questions are drawn, and the order of the units that its stage shuffles. Whoever opens it in two tabs at once gets
 * the same one. The caller has authorised `task.annotate`.
 */
export async function openAnnotation(tx: Tx, actor: Actor, task: LoadedTask): Promise<void> {
  const units = task.stage.shuffles === undefined ? [] : await listUnits(tx, task)
  const shown = shuffledFor(task.stage, units, { taskId: task.id, userId: actor.userId })
  const id = annotationIdOf({ taskId: task.id, userId: actor.userId, round: task.round })
  const created = await tx.$queryRaw<{ id: string }[]>`
    insert into annotations (id, task_id, user_id, round, independent, shown, guideline_version)
    select ${id}::uuid, ${task.id}::uuid, ${actor.userId}::uuid, ${task.round}, ${task.round === 1},
           ${shown && JSON.stringify(shown)}::jsonb,
           (select max(version) from guidelines where project_id = ${task.projectId}::uuid)
    on conflict (task_id, user_id, round) do nothing
    returning id`
  const annotationId = created[0]?.id
  if (!annotationId) return
  const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId: task.id, annotationId }
  await record(tx, 'annotation.started', scope, { round: task.round })
  await drawArms(tx, annotationId, task)
}
