import 'server-only'
import { createHash } from 'node:crypto'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { selectItems } from '@/lib/workspace/items/selection/select-items'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { type ByRule, MOST_TASKS, type OutsideReason, type RulePreview } from './contract'
import { planApart } from './plan-apart'
import type { Plan, PlanState } from './plan-shares'
import { lockPeople, type MemberLoad, readMembers, readTasks } from './read-state'

export interface RuleState {
  /** All that the plan depends on. */
  state: PlanState
  members: MemberLoad[]
  /** Open tasks with room beyond what one act gives. */
  beyond: number
  outside: RulePreview['outside']
}

/** What the rules give on a state that was read. Nothing is held meanwhile: large plans take seconds, in a process of their own. */
export async function planByRule({ state }: RuleState, body: ByRule): Promise<{ plan: Plan; fingerprint: string }> {
  const { perTask, pairLimit, seed } = body
  const plan = await planApart({ state, rules: { perTask, pairLimit, seed } })
  return { plan, fingerprint: fingerprintOf(plan, body) }
}

/** What a plan is made from. With `lock`, tasks and people are held until the transaction ends. */
export async function readRuleState(
  tx: Tx,
  actor: Actor,
  projectId: string,
  body: ByRule,
  { lock = false } = {},
): Promise<RuleState> {
  const project = await loadProject(tx, actor, projectId, lock ? { lock: 'change' } : {})
  authorizeProject('project.manage', project)
  if (project.subject.archived) throw new AppError('forbidden')
  const userIds = body.people.map(({ userId }) => userId)
  const stage = found(await tx.stage.findUnique({ where: { projectId_key: { projectId, key: body.stage } } }))
  if (lock) await lockPeople(tx, projectId, userIds)
  // Before any task is held: a filter on answers is remembered as having read them.
  const { selection } = body.items
  const positions = selection === undefined ? null : await selectItems(tx, actor, project, selection)
  const wanted = wantedTasks(stage.id, body, positions)
  const outside = positions === null ? [] : await countOutside(tx, project.id, { stageId: stage.id, body, positions })
  const taskIds = await findTasks(tx, wanted)
  if (lock) await tx.$queryRaw`select 1 from tasks where id = any(${taskIds}::uuid[]) order by id for update`
  const members = await readMembers(tx, projectId, userIds)
  const tasks = (await readTasks(tx, taskIds, { languageField: body.languageField, userIds })).filter(
    ({ free }) => free > 0,
  )
  const beyond = taskIds.length < MOST_TASKS ? 0 : (await countTasks(tx, wanted)) - taskIds.length
  const state: PlanState = {
    people: members.map((member) => {
      const { userId: id, domains, tags, languages } = member
      return { id, room: roomOf(member, body), domains, tags, languages }
    }),
    tasks,
    ...(await readMeetings(tx, stage.id, body)),
  }
  return { state, members, beyond, outside }
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

/** Open tasks with room, of the items asked for; `positions`: those of a selection. */
function wantedTasks(stageId: string, body: ByRule, positions: number[] | null): Prisma.Sql {
  const selected = positions === null ? Prisma.sql`true` : Prisma.sql`t.position = any(${positions}::int[])`
  return Prisma.sql`
    from tasks t join items i on i.id = t.item_id
    where t.stage_id = ${stageId}::uuid and t.state = 'open' and t.assigned_count < t.raters and ${selected} and ${isAskedFor(body, 't')}`
}

/** Is `items i` one of those that the request narrows the stage down to? Their positions are read off `of`. */
function isAskedFor({ items: { from, to, domain, tag } }: ByRule, of: 'i' | 't'): Prisma.Sql {
  const position = Prisma.raw(`${of}.position`)
  const conditions = [
    Prisma.sql`${position} >= ${from}`,
    to === null ? null : Prisma.sql`${position} <= ${to}`,
    domain === undefined ? null : Prisma.sql`i.shown_domain = ${domain}`,
    tag === undefined ? null : Prisma.sql`i.tags @> array[${tag}]::text[]`,
  ]
  return Prisma.join(
    conditions.filter((condition) => condition !== null),
    ' and ',
  )
}

/** Of the selected items, those that `wantedTasks` does not find, by the first reason that holds. */
function countOutside(
  tx: Tx,
  projectId: string,
  { stageId, body, positions }: { stageId: string; body: ByRule; positions: number[] },
): Promise<{ reason: OutsideReason; items: number }[]> {
  return tx.$queryRaw<{ reason: OutsideReason; items: number }[]>`
    select o.reason, count(*)::int "items" from (
      select case when (${isAskedFor(body, 'i')}) is not true then 'narrowed' when i.discarded_at is not null or t.state = 'discarded' then 'discarded'
        when t.id is null then 'none' when t.state = 'preparing' then 'preparing'
        when t.state = 'open' and t.assigned_count >= t.raters then 'full' when t.state <> 'open' then 'annotated' end "reason"
      from items i left join tasks t on t.item_id = i.id and t.stage_id = ${stageId}::uuid
      where i.project_id = ${projectId}::uuid and i.position = any(${positions}::int[])) o
    where o.reason is not null group by 1 order by 2 desc, 1`
}

async function findTasks(tx: Tx, wanted: Prisma.Sql): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select t.id ${wanted} order by t.position, t.id limit ${MOST_TASKS}`
  return rows.map(({ id }) => id)
}

async function countTasks(tx: Tx, wanted: Prisma.Sql): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`select count(*)::int "count" ${wanted}`
  return row?.count ?? 0
}

/** How often the people meet in the stage already, each other and anybody else. */
async function readMeetings(
  tx: Tx,
  stageId: string,
  { people }: ByRule,
): Promise<Pick<PlanState, 'meetings' | 'paired'>> {
  const userIds = people.map(({ userId }) => userId)
  const heldCondition = Prisma.sql`state in ('reserved', 'assigned', 'submitted')`
  const rows = await tx.$queryRaw<{ a: string; b: string; count: number }[]>`
    with held as (
      select a.task_id, a.user_id from assignments a join tasks t on t.id = a.task_id
      where t.stage_id = ${stageId}::uuid and a.${heldCondition})
    select x.user_id "a", y.user_id "b", count(*)::int "count"
    from held x join held y on y.task_id = x.task_id and y.user_id > x.user_id
    where x.user_id = any(${userIds}::uuid[]) or y.user_id = any(${userIds}::uuid[])
    group by 1, 2 order by 1, 2`
  const paired = await tx.task.count({ where: { stageId, assignedCount: { gte: 2 } } })
  return { meetings: rows.map(({ a, b, count }) => [a, b, count] as const), paired }
}
