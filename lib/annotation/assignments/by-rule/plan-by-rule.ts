import 'server-only'
import { createHash } from 'node:crypto'
import { Prisma } from '@/generated/prisma/client'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { type ByRule, MOST_TASKS } from './contract'
import { type Plan, type PlanState, type PlanTask, planOf } from './plan-shares'

/** A share takes some microseconds for each person who could have it. */
const STEPS_A_SHARE = 100
const planApart = calculation(
  'assignment-plan',
  planOf,
  ({ state }) => state.tasks.length * state.people.length * STEPS_A_SHARE,
)

export interface RulePlan {
  plan: Plan
  fingerprint: string
  /** Open tasks with room beyond what one act gives. */
  beyond: number
  members: MemberLoad[]
}

interface MemberLoad {
  userId: string
  name: string
  quota: number | null
  domains: string[]
  tags: string[]
  languages: string[]
  /** Shares that hold a place in the project, however far they are. */
  held: number
}

/** What the rules give on the state as it is. With `lock`, tasks and people are held until the transaction ends. */
export async function planByRule(
  tx: Tx,
  actor: Actor,
  projectId: string,
  body: ByRule,
  { lock = false } = {},
): Promise<RulePlan> {
  const project = await loadProject(tx, actor, projectId, lock ? { lock: 'change' } : {})
  authorizeProject('project.manage', project)
  if (project.subject.archived) throw new AppError('forbidden')
  const stage = found(await tx.stage.findUnique({ where: { projectId_key: { projectId, key: body.stage } } }))
  if (lock) await lockPeople(tx, projectId, body)
  const taskIds = await findTasks(tx, stage.id, body)
  if (lock) await tx.$queryRaw`select 1 from tasks where id = any(${taskIds}::uuid[]) order by id for update`
  const members = await readMembers(tx, projectId, body)
  const tasks = await readTasks(tx, taskIds, body)
  const beyond = taskIds.length < MOST_TASKS ? 0 : (await countTasks(tx, stage.id, body)) - taskIds.length
  const state: PlanState = {
    people: members.map((member) => ({ ...member, id: member.userId, room: roomOf(member, body) })),
    tasks,
    ...(await readMeetings(tx, stage.id, body)),
  }
  const { perTask, pairLimit, seed } = body
  const plan = await planApart({ state, rules: { perTask, pairLimit, seed } })
  return { plan, members, beyond, fingerprint: fingerprintOf(plan, body) }
}

/** The quota counts all that a member holds; what this act may give at most is in the request. */
function roomOf({ userId, quota, held }: MemberLoad, { people }: ByRule): number | null {
  const most = people.find((person) => person.userId === userId)?.most ?? null
  const left = quota === null ? null : Math.max(0, quota - held)
  return most === null || left === null ? (most ?? left) : Math.min(most, left)
}

function fingerprintOf({ given }: Plan, body: ByRule): string {
  const shares = given.map(({ task, userIds }) => [task.id, ...userIds])
  return createHash('sha256')
    .update(JSON.stringify([body.stage, body.batch, shares]))
    .digest('hex')
}

/** Keeps them from taking from the queue meanwhile, as nextTask does: their quota would be passed. */
async function lockPeople(tx: Tx, projectId: string, { people }: ByRule): Promise<void> {
  const names = people.map(({ userId }) => `next-task ${projectId} ${userId}`).toSorted()
  await tx.$queryRaw`
    select pg_advisory_xact_lock(hashtextextended(name, 0))::text from (select unnest(${names}::text[]) name order by 1) n`
}

async function readMembers(tx: Tx, projectId: string, { people }: ByRule): Promise<MemberLoad[]> {
  const userIds = people.map(({ userId }) => userId)
  const members = await tx.$queryRaw<MemberLoad[]>`
    select u.id "userId", u.name, m.quota, m.domains, m.tags, m.languages, (
      select count(*) from assignments a join tasks t on t.id = a.task_id
      where a.user_id = u.id and t.project_id = m.project_id and a.state in ('reserved', 'assigned', 'submitted'))::int "held"
    from memberships m join users u on u.id = m.user_id
    where m.project_id = ${projectId}::uuid and m.user_id = any(${userIds}::uuid[]) and m.role <> 'viewer'
      and u.deactivated_at is null
    order by u.name, u.id`
  if (members.length !== userIds.length)
    throw new AppError('rule', 'Tasks can be assigned to active members who are not viewers, each named once.')
  return members
}

function wanted(stageId: string, { items: { from, to, domain, tag, positions } }: ByRule): Prisma.Sql {
  const conditions = [
    Prisma.sql`t.stage_id = ${stageId}::uuid and t.state = 'open' and t.assigned_count < t.raters and t.position >= ${from}`,
    to === null ? null : Prisma.sql`t.position <= ${to}`,
    positions === undefined ? null : Prisma.sql`t.position = any(${positions}::int[])`,
    domain === undefined ? null : Prisma.sql`i.shown_domain = ${domain}`,
    tag === undefined ? null : Prisma.sql`i.tags @> array[${tag}]::text[]`,
  ]
  const all = Prisma.join(
    conditions.filter((condition) => condition !== null),
    ' and ',
  )
  return Prisma.sql`from tasks t join items i on i.id = t.item_id where ${all}`
}

async function findTasks(tx: Tx, stageId: string, body: ByRule): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select t.id ${wanted(stageId, body)} order by t.position, t.id limit ${MOST_TASKS}`
  return rows.map(({ id }) => id)
}

async function countTasks(tx: Tx, stageId: string, body: ByRule): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`select count(*)::int "count" ${wanted(stageId, body)}`
  return row?.count ?? 0
}

/** The tasks that still are open and have room, with who holds them and who must not get them. */
async function readTasks(tx: Tx, taskIds: string[], { languageField, people }: ByRule): Promise<PlanTask[]> {
  const userIds = people.map(({ userId }) => userId)
  return tx.$queryRaw<PlanTask[]>`
    select t.id, t.position, t.raters - t.assigned_count "free", i.shown_domain "domain", i.tags,
           ${languageOf(languageField)} "language",
           coalesce(a.holders, '{}') "holders", coalesce(a.barred, '{}') || coalesce(r.readers, '{}') "barred"
    from tasks t join items i on i.id = t.item_id
    left join (
      select task_id,
             array_agg(user_id::text order by user_id) filter (where state in ('reserved', 'assigned', 'submitted')) holders,
             array_agg(user_id::text order by user_id) filter (
               where state = 'skipped' or (state = 'released' and origin <> 'queue')) barred
      from assignments where task_id = any(${taskIds}::uuid[]) group by task_id) a on a.task_id = t.id
    left join (
      select task_id, array_agg(user_id::text order by user_id) readers
      from answer_reads where task_id = any(${taskIds}::uuid[]) and user_id = any(${userIds}::uuid[])
      group by task_id) r on r.task_id = t.id
    where t.id = any(${taskIds}::uuid[]) and t.state = 'open' and t.assigned_count < t.raters
    order by t.position, t.id`
}

/** Of the record, or of what else stood in the row it was made from. A record that PostgreSQL cannot read as JSON has none. */
function languageOf(field: string): Prisma.Sql {
  const record = Prisma.sql`(case when not i.escaped and i.record is json object then i.record::jsonb end)`
  return Prisma.sql`coalesce(${record} ->> ${field}, ${record} -> 'imported' ->> ${field})`
}

/** How often the people meet in the stage already, each other and anybody else. */
async function readMeetings(
  tx: Tx,
  stageId: string,
  { people }: ByRule,
): Promise<Pick<PlanState, 'meetings' | 'paired'>> {
  const userIds = people.map(({ userId }) => userId)
  const held = Prisma.sql`state in ('reserved', 'assigned', 'submitted')`
  const rows = await tx.$queryRaw<{ a: string; b: string; count: number }[]>`
    with held as (
      select a.task_id, a.user_id from assignments a join tasks t on t.id = a.task_id
      where t.stage_id = ${stageId}::uuid and a.${held})
    select x.user_id "a", y.user_id "b", count(*)::int "count"
    from held x join held y on y.task_id = x.task_id and y.user_id > x.user_id
    where x.user_id = any(${userIds}::uuid[]) or y.user_id = any(${userIds}::uuid[])
    group by 1, 2 order by 1, 2`
  const paired = await tx.task.count({ where: { stageId, assignedCount: { gte: 2 } } })
  return { meetings: rows.map(({ a, b, count }) => [a, b, count] as const), paired }
}
