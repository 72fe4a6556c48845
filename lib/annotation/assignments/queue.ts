/** What the queue of a project holds for a person: read by whoever takes the next task, and by whoever only looks ahead. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject, effectiveRole, type Role } from '@/lib/platform/policy/can'
import { ownWorkIn, visibleProject } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { accountStands, type SessionClaim } from '@/lib/platform/server/identify'
import { PREPARED } from '@/lib/platform/server/statement-name'
import { loadProtocolsUpTo, NEWEST_PROTOCOL } from '@/lib/platform/server/stored-protocols'
import { CALIBRATES } from './calibration-source'
import { ASKS_FOR_PRACTICE } from './practice-source'

/** The project as its queue needs it, with the person's place in it. */
export interface ProjectQueue {
  id: string
  protocolId: string
  /** How many tasks the person may take of the queue; null: any number. */
  quota: number | null
  /** Those that have a queue, in order. */
  stages: readonly { id: string; key: string }[]
  asksForPractice: boolean
  calibrates: boolean
}

interface QueueRow extends ProjectQueue {
  archived: boolean
  role: Role | null
}

/**
 * Throws `not_found`, or `forbidden` for those who cannot take tasks in it. With `claim`, this person's claims on the project come one after
 * the other from here on, so that a double click gives the same task twice and a quota is never passed.
 */
export async function loadQueue(
  tx: Tx,
  actor: Actor,
  projectId: string,
  { claim = false } = {},
): Promise<ProjectQueue> {
  const rows = await tx.$queryRaw<QueueRow[]>`
    ${Prisma.raw(PREPARED)}
    select ${queueColumns} ${claim ? claimLock(projectId, actor.userId) : Prisma.empty}
    from projects p left join memberships m on m.project_id = p.id and m.user_id = ${actor.userId}::uuid
    where p.id = ${projectId}::uuid and ${visibleProject(actor)}`
  const row = found(rows[0])
  if (!mayTake(actor, row)) throw new AppError('forbidden', 'Only members who annotate can take tasks.')
  return queueOf(row)
}

/**
 * As `loadQueue` with `claim`, for whom a session's cookie names: the same statement confirms it. null where the session does not stand, or the
 * person cannot take tasks here.
 */
export async function loadClaimedQueue(
  tx: Tx,
  session: SessionClaim,
  projectId: string,
): Promise<{ actor: Actor; queue: ProjectQueue } | null> {
  const { userId } = session
  const [row] = await tx.$queryRaw<(QueueRow & { name: string; isAdmin: boolean; protocols: number | null })[]>`
    ${Prisma.raw(PREPARED)}
    select ${queueColumns}, u.name, u.is_admin "isAdmin", ${Prisma.raw(NEWEST_PROTOCOL)} "protocols" ${claimLock(projectId, userId)}
    from users u cross join projects p left join memberships m on m.project_id = p.id and m.user_id = u.id
    where ${accountStands(session)} and p.id = ${projectId}::uuid and ${visibleProject({ isAdmin: Prisma.sql`u.is_admin` })}`
  if (!row) return null
  const { name, isAdmin, protocols } = row
  const actor: Actor = { userId, name, isAdmin, via: 'session' }
  if (!mayTake(actor, row)) return null
  await loadProtocolsUpTo(protocols)
  return { actor, queue: queueOf(row) }
}

const queueColumns = Prisma.sql`
  p.id, p.archived_at is not null "archived", p.protocol_id "protocolId", m.role::text "role", m.quota,
  (select coalesce(json_agg(json_build_object('id', s.id, 'key', s.key) order by s.position), '[]')
   from stages s where s.project_id = p.id and s.queue) "stages",
  ${ASKS_FOR_PRACTICE} "asksForPractice", ${CALIBRATES} "calibrates"`

// A column is worked out for a row that is found, so that nobody holds up a project that they do not see.
const claimLock = (projectId: string, userId: string): Prisma.Sql =>
  Prisma.sql`, pg_advisory_xact_lock(hashtextextended(${claimName(projectId, userId)}, 0))::text "lock"`

const mayTake = (actor: Actor, { role, archived }: QueueRow): boolean =>
  role !== null && canProject('queue.take', { role: effectiveRole(actor, role), archived })

const queueOf = ({ id, protocolId, quota, stages, asksForPractice, calibrates }: QueueRow): ProjectQueue => ({
  id,
  protocolId,
  quota,
  stages,
  asksForPractice,
  calibrates,
})

/** The name of the lock under which a person takes tasks of a project. */
export const claimName = (projectId: string, userId: string): string => `next-task ${projectId} ${userId}`

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
  return tx.$queryRaw(heldTasks(actor, projectId, { limit, but }))
}

const heldTasks = (
  actor: Actor,
  projectId: string,
  { limit, but }: { limit: number; but: readonly string[] },
): Prisma.Sql => Prisma.sql`
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

/** What comes before the queue: the first task that a person holds, or what there is to know where they hold none. */
export interface Standing {
  held: HeldTask | null
  /** Are there places in the project whose holders gave no sign of life? */
  hasLapsed: boolean
  /** Are there tasks of it whose place this person had and has no more? */
  hadTasks: boolean
}

export async function findStanding(tx: Tx, actor: Actor, projectId: string): Promise<Standing> {
  const [row] = await tx.$queryRaw<Standing[]>`
    ${Prisma.raw(PREPARED)}
    with ${standingOf(actor, projectId)} select * from standing`
  if (!row) throw new Error('a statement without a row')
  return row
}

/** A CTE `standing` of one row, a `Standing`. */
export const standingOf = (actor: Actor, projectId: string): Prisma.Sql => Prisma.sql`
  held as materialized (${heldTasks(actor, projectId, { limit: 1, but: [] })}),
  standing as materialized (
    select (select row_to_json(held) from held) "held",
           case when exists (select 1 from held) then false else exists (select 1 ${lapsedIn(projectId)}) end "hasLapsed",
           case when exists (select 1 from held) then false else ${hadTasks(actor.userId, projectId)} end "hadTasks")`

/** Tasks `t` of a project in which a reservation has lapsed. */
export const lapsedIn = (projectId: string): Prisma.Sql => Prisma.sql`
  from tasks t where t.project_id = ${projectId}::uuid and t.state = 'open' and exists (
    select 1 from assignments a where a.task_id = t.id and a.state = 'reserved' and a.expires_at < now())`

/** The condition that there are tasks of a project whose place a person had and has no more. */
export const hadTasks = (userId: string, projectId: string): Prisma.Sql => Prisma.sql`
  exists (select 1 from assignments a join tasks t on t.id = a.task_id
          where a.user_id = ${userId}::uuid and t.project_id = ${projectId}::uuid and a.state = 'released' and a.origin = 'queue')`

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
 * before its reservation lapsed. Stage by stage, in the order given: so the index of the queue is read no further than to the first free task.
 */
export async function listFreeTasks(tx: Tx, actor: Actor, stageIds: readonly string[], limit = 1): Promise<string[]> {
  const found: string[] = []
  for (const begun of [true, false])
    for (const stageId of stageIds) {
      const left = limit - found.length
      if (left === 0) return found
      const rows = await tx.$queryRaw<{ id: string }[]>(freeTasks(actor, stageId, { begun, limit: left }))
      found.push(...rows.map(({ id }) => id))
    }
  return found
}

/** The first tasks of a stage that are free for the actor, with the item and the key of the stage; of what was theirs before, or of the others. `only`: where this holds. */
export const freeTasks = (
  actor: Actor,
  stageId: string,
  { begun, limit, only = Prisma.sql`true` }: { begun: boolean; limit: number; only?: Prisma.Sql },
): Prisma.Sql => {
  const mine = begun
    ? Prisma.sql`join assignments a on a.task_id = t.id and a.user_id = ${actor.userId}::uuid and a.state = 'released' and a.origin = 'queue'`
    : Prisma.sql`left join assignments a on a.task_id = t.id and a.user_id = ${actor.userId}::uuid`
  return Prisma.sql`
    select t.id, t.item_id, s.key from tasks t join stages s on s.id = t.stage_id ${mine}
    where ${only} and t.stage_id = ${stageId}::uuid and t.state = 'open' and t.assigned_count < t.raters
      and (${begun} or a.id is null or (a.state = 'skipped' and s.skip_policy = 'again'))
      and (s.skip_policy <> 'manager' or not exists (select 1 from assignments k where k.task_id = t.id and k.state = 'skipped'))
      and not exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = ${actor.userId}::uuid)
    order by t.priority desc, t.place, t.position limit ${limit}`
}
