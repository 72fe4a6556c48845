/** What a plan of shares is made from. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { claimName } from '@/lib/annotation/assignments/queue'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { holdPeople } from '@/lib/workspace/users/queries'
import type { PlanTask } from './plan-shares'

/** A member with what bounds their work. */
export interface MemberLoad {
  userId: string
  name: string
  quota: number | null
  domains: string[]
  tags: string[]
  languages: string[]
  /** Shares that hold a place in the project, however far they are. */
  held: number
}

/** Keeps them from taking from the queue meanwhile, as nextTask does: their quota would be passed; and from being deactivated. */
export async function lockPeople(tx: Tx, projectId: string, userIds: readonly string[]): Promise<void> {
  const names = userIds.map((userId) => claimName(projectId, userId)).toSorted()
  await tx.$queryRaw`
    select pg_advisory_xact_lock(hashtextextended(name, 0))::text from (select unnest(${names}::text[]) name order by 1) n`
  await holdPeople(tx, userIds)
}

/** Active members who may annotate, by name. Throws `rule` where one of them is none. */
export async function readMembers(tx: Tx, projectId: string, userIds: readonly string[]): Promise<MemberLoad[]> {
  const members = await tx.$queryRaw<MemberLoad[]>`
    select u.id "userId", u.name, m.quota, m.domains, m.tags, m.languages, (
      select count(*) from assignments a join tasks t on t.id = a.task_id
      where a.user_id = u.id and t.project_id = m.project_id and a.state in ('reserved', 'assigned', 'submitted'))::int "held"
    from memberships m join users u on u.id = m.user_id
    where m.project_id = ${projectId}::uuid and m.user_id = any(${[...userIds]}::uuid[]) and m.role <> 'viewer'
      and u.deactivated_at is null
    order by u.name, u.id`
  if (members.length !== userIds.length)
    throw new AppError('rule', 'Tasks can be assigned to active members who are not viewers, each named once.')
  return members
}

/** The tasks that still are open, by position, with who holds them and who of the people must not get them. */
export function readTasks(
  tx: Tx,
  taskIds: readonly string[],
  { languageField, userIds }: { languageField: string; userIds: readonly string[] },
): Promise<PlanTask[]> {
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
      from assignments where task_id = any(${[...taskIds]}::uuid[]) group by task_id) a on a.task_id = t.id
    left join (
      select task_id, array_agg(user_id::text order by user_id) readers
      from answer_reads where task_id = any(${[...taskIds]}::uuid[]) and user_id = any(${[...userIds]}::uuid[])
      group by task_id) r on r.task_id = t.id
    where t.id = any(${[...taskIds]}::uuid[]) and t.state = 'open'
    order by t.position, t.id`
}

/** Of the record, or of what else stood in the row it was made from. A record that PostgreSQL cannot read as JSON has none. */
function languageOf(field: string): Prisma.Sql {
  const record = Prisma.sql`(case when not i.escaped and i.record is json object then i.record::jsonb end)`
  return Prisma.sql`coalesce(${record} ->> ${field}, ${record} -> 'imported' ->> ${field})`
}
