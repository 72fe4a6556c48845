import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import { record } from '@/lib/audit/record'
import type { Actor } from '@/lib/policy/actor'
import type { Tx } from '@/lib/server/db'
import { drawArms } from '@/lib/suggestions/queries'
import type { LoadedTask } from '@/lib/tasks/load-task'

/**
 * Begins the actor's annotation of the task's current round, under the guidelines and policies now in force: the arms of
 * its questions are drawn. Whoever opens it in two tabs at once gets the same one. The caller has authorised `task.annotate`.
 */
export async function openAnnotation(tx: Tx, actor: Actor, task: LoadedTask): Promise<void> {
  const created = await tx.$queryRaw<{ id: string }[]>`
    insert into annotations (id, task_id, user_id, round, independent, guideline_version)
    select ${uuidv7()}::uuid, ${task.id}::uuid, ${actor.userId}::uuid, ${task.round}, ${task.round === 1},
           (select max(version) from guidelines where project_id = ${task.projectId}::uuid)
    on conflict (task_id, user_id, round) do nothing
    returning id`
  const annotationId = created[0]?.id
  if (!annotationId) return
  const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId: task.id, annotationId }
  await record(tx, 'annotation.started', scope, { round: task.round })
  await drawArms(tx, annotationId, task)
}
