import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'

interface Given {
  actor: Actor
  projectId: string
  shares: { taskId: string; userId: string }[]
  origin: 'manager' | 'pair'
  /** A name for the tasks; empty is none. */
  batch: string
}

/**
 * Writes many shares, each with its event, in a few statements. The caller holds the tasks and has looked at who may have them. Numbers of
 * statements do not grow with numbers of shares.
 */
export async function giveShares(tx: Tx, { actor, projectId, shares, origin, batch }: Given): Promise<void> {
  const taskIds = shares.map(({ taskId }) => taskId)
  const userIds = shares.map(({ userId }) => userId)
  await tx.$executeRaw`
    insert into assignments (id, task_id, user_id, state, origin, assigned_by_id)
    select gen_random_uuid(), s.task_id, s.user_id, 'assigned', ${origin}::"AssignmentOrigin", ${actor.userId}::uuid
    from unnest(${taskIds}::uuid[], ${userIds}::uuid[]) s(task_id, user_id)
    order by s.task_id, s.user_id
    on conflict (task_id, user_id) do update
      set state = 'assigned', origin = excluded.origin, assigned_by_id = excluded.assigned_by_id,
          expires_at = null, skip_reason = null, updated_at = now()`
  await tx.$executeRaw`
    insert into events (type, actor_id, project_id, item_id, task_id, data)
    select 'assignment.assigned', ${actor.userId}::uuid, ${projectId}::uuid, t.item_id, t.id,
           jsonb_build_object('userId', s.user_id, 'origin', ${origin}::text)
    from unnest(${taskIds}::uuid[], ${userIds}::uuid[]) with ordinality s(task_id, user_id, place)
    join tasks t on t.id = s.task_id order by s.place`
  if (batch === '') return
  const batched = [...new Set(taskIds)]
  await tx.task.updateMany({ where: { id: { in: batched } }, data: { batch } })
  await tx.$executeRaw`
    insert into events (type, actor_id, project_id, item_id, task_id, data)
    select 'task.batched', ${actor.userId}::uuid, ${projectId}::uuid, t.item_id, t.id, jsonb_build_object('batch', ${batch}::text)
    from tasks t where t.id = any(${batched}::uuid[]) order by t.position, t.id`
}
