/** What the queue of a project holds for a person: read by whoever takes the next task, and by whoever only looks ahead. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject, effectiveRole } from '@/lib/platform/policy/can'
import { ownWorkIn, visibleProjectsWhere } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'

/** The project as its queue needs it. Throws `not_found`, or `forbidden` for those who cannot take tasks in it. */
export async function loadQueue(tx: Tx, actor: Actor, projectId: string) {
  const project = found(
    await tx.project.findFirst({
      where: { id: projectId, ...visibleProjectsWhere(actor) },
      select: {
        archivedAt: true,
        protocolId: true,
        memberships: { where: { userId: actor.userId }, select: { role: true, quota: true } },
        stages: { where: { queue: true }, orderBy: { position: 'asc' }, select: { id: true, key: true } },
      },
    }),
  )
  const membership = project.memberships[0]
  const role = effectiveRole(actor, membership?.role)
  if (!canProject('queue.take', { role, archived: project.archivedAt !== null }) || !membership)
    throw new AppError('forbidden', 'Only members who annotate can take tasks.')
  return { project, membership }
}

export interface HeldTask {
  id: string
  /** The key of its stage. */
  stage: string
  begun: boolean
  copy: boolean
}

/**
 * The open tasks that a person holds, in the order in which they are given to them; not those set aside with a question that
 * waits, nor those submitted a moment ago. A question that was answered comes first. Nobody else waits for a copy, so its reservation does not lapse.
 */
export function listHeldTasks(
  tx: Tx,
  actor: Actor,
  projectId: string,
  { limit = 1, but = [] }: { limit?: number; but?: readonly string[] } = {},
): Promise<HeldTask[]> {
  return tx.$queryRaw`
    select t.id, s.key "stage", n.id is not null "begun", t.project_id <> ${projectId}::uuid "copy"
    from assignments a join tasks t on t.id = a.task_id join stages s on s.id = t.stage_id
    left join annotations n on n.task_id = t.id and n.user_id = a.user_id and n.round = t.round
    where a.user_id = ${actor.userId}::uuid and ${ownWorkIn(projectId)} and t.state = 'open' and n.held_until is null
      and a.state in ('assigned', 'reserved') and s.key <> all(${[...but]}::text[])
      and (a.state = 'assigned' or (a.state = 'reserved' and (a.expires_at > now() or t.project_id <> ${projectId}::uuid)))
      and not exists (select 1 from inquiries q where q.assignment_id = a.id and q.answered_at is null and q.closed_at is null)
    order by (n.id is not null) desc,
             exists (select 1 from inquiries q where q.assignment_id = a.id and q.answered_at is not null) desc, (t.project_id <> ${projectId}::uuid) desc,
             (a.state = 'reserved') = (n.id is not null) desc, t.priority desc, t.place, t.position limit ${limit}`
}

/** How many places of the project's own queue a person has taken. */
export function countTaken(tx: Tx, actor: Actor, projectId: string): Promise<number> {
  return tx.assignment.count({
    where: {
      userId: actor.userId,
      origin: 'queue',
      state: { in: ['reserved', 'assigned', 'submitted'] },
      task: { projectId },
    },
  })
}

/**
 * The first tasks of these stages that have room for the actor and whose answers they have not read: first what was theirs
 * before its reservation lapsed, unless the caller knows that there is none (`hadTasks`). To `take` one, its row is locked, and what somebody
 * else is taking is passed over. Stage by stage, in the order given: so the index of the queue is read no further than to the first free task.
 */
export async function listFreeTasks(
  tx: Tx,
  actor: Actor,
  stageIds: string[],
  { take = false, limit = 1, hadTasks = true }: { take?: boolean; limit?: number; hadTasks?: boolean } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const begun of hadTasks ? [true, false] : [false])
    for (const stageId of stageIds) {
      const left = limit - found.length
      if (left > 0) found.push(...(await freeTasks(tx, actor, stageId, { begun, take, limit: left })))
    }
  return found
}

async function freeTasks(
  tx: Tx,
  actor: Actor,
  stageId: string,
  { begun, take, limit }: { begun: boolean; take: boolean; limit: number },
): Promise<string[]> {
  const mine = begun
    ? Prisma.sql`join assignments a on a.task_id = t.id and a.user_id = ${actor.userId}::uuid and a.state = 'released' and a.origin = 'queue'`
    : Prisma.sql`left join assignments a on a.task_id = t.id and a.user_id = ${actor.userId}::uuid`
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select t.id from tasks t join stages s on s.id = t.stage_id ${mine}
    where t.stage_id = ${stageId}::uuid and t.state = 'open' and t.assigned_count < t.raters
      and (${begun} or a.id is null or (a.state = 'skipped' and s.skip_policy = 'again'))
      and (s.skip_policy <> 'manager' or not exists (select 1 from assignments k where k.task_id = t.id and k.state = 'skipped'))
      and not exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = ${actor.userId}::uuid)
    order by t.priority desc, t.place, t.position limit ${limit}
    ${take ? Prisma.sql`for update of t skip locked` : Prisma.empty}`
  return rows.map(({ id }) => id)
}
