import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record, recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { holdPeople } from '@/lib/workspace/users/queries'
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
  // Until the shares are there nobody leaves, or what they leave behind would not be given back.
  const project = await loadProject(tx, actor, projectId, { lock: 'change' })
  authorizeProject('project.manage', project)
  if (project.subject.archived) throw new AppError('forbidden')
  await holdPeople(tx, userIds)
  const able = await tx.membership.count({
    where: { projectId, userId: { in: userIds }, role: { not: 'viewer' }, user: { deactivatedAt: null } },
  })
  if (able !== userIds.length)
    throw new AppError('rule', 'Tasks can be assigned to active members who are not viewers, each named once.')
}

/**
 * The open tasks in range that could be asked, by position. They are locked by id, as everywhere, so that nobody waits in
 * a circle; who holds or has read them is looked up only then.
 */
async function lockCandidates(tx: Tx, projectId: string, body: AssignTasks): Promise<Candidate[]> {
  const open = Prisma.sql`t.state = 'open' and t.assigned_count < t.raters`
  const locked = await tx.$queryRaw<{ id: string }[]>`
    select t.id from tasks t
    where ${open} and t.id = any(array(
      select t.id from tasks t
      where t.project_id = ${projectId}::uuid and ${open}
        and t.position >= ${body.from} and (${body.to}::int is null or t.position <= ${body.to}::int)
      order by t.position limit ${body.count + 1000}))
    order by t.id for update of t`
  return tx.$queryRaw<Candidate[]>`
    select t.id, t.item_id "itemId", t.position, t.raters - t.assigned_count "free",
           exists (select 1 from assignments a where a.task_id = t.id and a.user_id = any(${body.userIds}::uuid[])
                   and a.state in ('reserved', 'assigned', 'submitted')) "taken",
           exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = any(${body.userIds}::uuid[])) "read"
    from tasks t where t.id = any(${locked.map(({ id }) => id)}::uuid[])
    order by t.position, t.id`
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
