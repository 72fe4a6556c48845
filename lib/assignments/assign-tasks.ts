import 'server-only'
import { record, recordMany } from '@/lib/audit/record'
import type { Actor } from '@/lib/policy/actor'
import { canProject, effectiveRole } from '@/lib/policy/can'
import { visibleProjectsWhere } from '@/lib/policy/visible'
import { type Tx, transaction } from '@/lib/server/db'
import { AppError, found } from '@/lib/server/errors'
import type { AssignTasks } from './contract'

interface Candidate {
  id: string
  itemId: string
  position: number
  free: number
  taken: boolean
  read: boolean
}
export interface AssignedTasks {
  assigned: number
  passedOver: { position: number; reason: string }[]
}

/**
 * Gives the same open tasks to every one of the named members: a fixed pair, with a batch name. Tasks without room, or
 * whose answers one of them has read or already holds, are passed over and named.
 */
export async function assignTasks(actor: Actor, projectId: string, body: AssignTasks): Promise<AssignedTasks> {
  return transaction(async (tx) => {
    await authorize(tx, actor, projectId, body.userIds)
    const candidates = await lockCandidates(tx, projectId, body)
    const passedOver: AssignedTasks['passedOver'] = []
    const chosen: Candidate[] = []
    for (const task of candidates) {
      const reason = whyNot(task, body.userIds.length)
      if (reason) passedOver.push({ position: task.position, reason })
      else if (chosen.length < body.count) chosen.push(task)
    }
    await give(tx, actor, projectId, body, chosen)
    return { assigned: chosen.length, passedOver: passedOver.slice(0, 100) }
  })
}

function whyNot(task: Candidate, people: number): string | null {
  if (task.taken) return 'one of them already has a share of it'
  if (task.read) return 'one of them has read its answers'
  return task.free < people ? `it has room for ${task.free}, not ${people}` : null
}

async function authorize(tx: Tx, actor: Actor, projectId: string, userIds: string[]): Promise<void> {
  const project = found(
    await tx.project.findFirst({
      where: { id: projectId, ...visibleProjectsWhere(actor) },
      select: {
        archivedAt: true,
        memberships: { select: { userId: true, role: true, user: { select: { deactivatedAt: true } } } },
      },
    }),
  )
  const role = effectiveRole(actor, project.memberships.find((member) => member.userId === actor.userId)?.role)
  if (project.archivedAt || !canProject('project.manage', { role, archived: false })) throw new AppError('forbidden')
  const able = project.memberships.filter((member) => member.role !== 'viewer' && !member.user.deactivatedAt)
  if (new Set(userIds).size !== userIds.length || userIds.some((id) => !able.some((member) => member.userId === id)))
    throw new AppError('rule', 'Tasks can be assigned to active members who are not viewers, each named once.')
}

/** The open tasks in range that could be asked, locked in one order so that two managers cannot cross. */
function lockCandidates(tx: Tx, projectId: string, body: AssignTasks): Promise<Candidate[]> {
  return tx.$queryRaw<Candidate[]>`
    select t.id, t.item_id "itemId", t.position, t.raters - t.assigned_count "free",
           exists (select 1 from assignments a where a.task_id = t.id and a.user_id = any(${body.userIds}::uuid[])
                   and a.state in ('reserved', 'assigned', 'submitted')) "taken",
           exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = any(${body.userIds}::uuid[])) "read"
    from tasks t
    where t.project_id = ${projectId}::uuid and t.state = 'open' and t.assigned_count < t.raters
      and t.position >= ${body.from} and (${body.to}::int is null or t.position <= ${body.to}::int)
    order by t.position limit ${body.count + 1000} for update of t`
}

async function give(tx: Tx, actor: Actor, projectId: string, body: AssignTasks, tasks: Candidate[]): Promise<void> {
  const origin = body.userIds.length > 1 ? 'pair' : 'manager'
  const taskIds = tasks.map((task) => task.id)
  await tx.$executeRaw`
    insert into assignments (id, task_id, user_id, state, origin, assigned_by_id)
    select gen_random_uuid(), t.id, u.id, 'assigned', ${origin}::"AssignmentOrigin", ${actor.userId}::uuid
    from unnest(${taskIds}::uuid[]) t(id) cross join unnest(${body.userIds}::uuid[]) u(id)
    on conflict (task_id, user_id) do update
      set state = 'assigned', origin = excluded.origin, assigned_by_id = excluded.assigned_by_id,
          expires_at = null, skip_reason = null, updated_at = now()`
  if (body.batch) await tx.task.updateMany({ where: { id: { in: taskIds } }, data: { batch: body.batch } })
  const scopes = tasks.map((task) => ({ actorId: actor.userId, projectId, itemId: task.itemId, taskId: task.id }))
  const rows = scopes.flatMap((scope) => body.userIds.map((userId) => ({ scope, data: { userId, origin } })))
  await recordMany(tx, 'assignment.assigned', rows)
  for (const scope of body.batch ? scopes : []) await record(tx, 'task.batched', scope, { batch: body.batch })
}
