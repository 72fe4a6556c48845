/** Hours as they stand in the database: time by its rows, what was done by the events. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { ownWorkIn } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import type { HoursRow, WorkKind } from './contract'

export type ReadRow = Omit<HoursRow, 'stageTitle'> & { protocolId: string }

/** Whose hours, or of which project; `readerId`: who is to read them. */
type Asked = { readerId: string } & ({ projectId: string; userId?: undefined } | { userId: string })

const week = (moment: Prisma.Sql) => Prisma.sql`date_trunc('week', ${moment})::date`

/** What is done at tasks, by the events that say so: in which kind of work it counts, and what else has to hold of the event `e`. */
const DONE: readonly { kind: WorkKind; types: readonly string[]; where?: Prisma.Sql }[] = [
  { kind: 'annotation', types: ['annotation.submitted'] },
  { kind: 'adjudication', types: ['task.adjudicated'] },
  {
    kind: 'approval',
    types: ['task.approved'],
    // Gold that nobody else signed was approved by nobody.
    where: Prisma.sql`and exists (
      select 1 from golds g where g.task_id = e.task_id and g.version = (e.data->>'goldVersion')::int and g.approver_id = e.actor_id)`,
  },
  { kind: 'approval', types: ['task.approval_refused'] },
  { kind: 'discussion', types: ['discussion.accepted', 'discussion.objected'] },
  {
    kind: 'discussion',
    types: ['comment.added'],
    // A note to oneself is no word in a discussion.
    where: Prisma.sql`and exists (
      select 1 from annotations n where n.task_id = e.task_id and n.user_id = e.actor_id and n.state = 'submitted'
        and n.submitted_at <= e.at)`,
  },
]

/** As literals: the index `events_of_work` is of these types alone, and serves no statement that has them as parameters. */
const listed = (types: readonly string[]) => Prisma.raw(types.map((type) => `'${type}'`).join(', '))

/**
 * A condition on a row of work: may the reader know of it? Their own work they may. Of others' work they may not know what was done at a task that
 * they have a share of, in its current round, before its answers are revealed: so a manager who annotates learns nothing of their partners' before
 * the reveal (docs/decisions/091-hours.md). The statement joins the row with `hidden`, the reader's tasks that are not revealed, as `h`: `h.id` is
 * null where the work was at any other task.
 */
const mayKnow = (readerId: string, userId: Prisma.Sql, round: Prisma.Sql) =>
  Prisma.sql`(h.id is null or ${userId} = ${readerId}::uuid or ${round} < h.round)`

/**
 * Rows by project, person, stage, week and kind of work; none of nothing. Tasks in a shadow count for the project that is shadowed. Everything is
 * added up by ids before anything is named: of a hundred thousand tasks some hundred rows are left.
 */
export async function readHours(tx: Tx, hoursQuery: Asked): Promise<ReadRow[]> {
  const { readerId } = hoursQuery
  const askedUserId = hoursQuery.userId
  const whose = (userId: Prisma.Sql, projectId: Prisma.Sql) =>
    askedUserId === undefined
      ? Prisma.sql`${projectId} = ${(hoursQuery as { projectId: string }).projectId}::uuid`
      : Prisma.sql`${userId} = ${askedUserId}::uuid`
  // Conditions that an index serves: annotations by person, or by the tasks of a project and its shadow; events by project, type and person, one
  // project after the other.
  const annotations =
    askedUserId === undefined
      ? ownWorkIn((hoursQuery as { projectId: string }).projectId)
      : Prisma.sql`n.user_id = ${askedUserId}::uuid`
  const events =
    askedUserId === undefined
      ? Prisma.sql`e.project_id = ${(hoursQuery as { projectId: string }).projectId}::uuid and e.actor_id is not null`
      : Prisma.sql`e.actor_id = ${askedUserId}::uuid and e.project_id = any(array(select id from projects))`
  const eventsOf = (from: Prisma.Sql, readable: Prisma.Sql) =>
    DONE.map(
      ({ kind, types, where = Prisma.empty }) => Prisma.sql`
        select e.project_id, e.actor_id, e.task_id, e.at, ${kind} kind from ${from}
        where e.type in (${listed(types)}) and ${events} and ${readable} ${where}`,
    )
  const done = [
    ...eventsOf(
      Prisma.sql`events e`,
      Prisma.sql`(e.actor_id = ${readerId}::uuid or e.task_id not in (select id from hidden))`,
    ),
    // By themselves: the round stands in the event, which of all others only the index is read.
    ...eventsOf(
      Prisma.sql`hidden h join events e on e.task_id = h.id`,
      Prisma.sql`e.actor_id <> ${readerId}::uuid and (e.data->>'round')::int < h.round`,
    ),
  ]
  // Time is put together by task, person and round, of which there may be some hundred thousand.
  await tx.$queryRaw`select set_config('work_mem', '64MB', true)`
  return tx.$queryRaw<ReadRow[]>`
    with hidden as materialized (
      select t.id, t.round from assignments o join tasks t on t.id = o.task_id
      where o.user_id = ${readerId}::uuid and t.state not in (${Prisma.raw(REVEALED_SQL)})),
    work as (
      select w.project_id, w.user_id, w.stage, ${week(Prisma.sql`w.day`)} "week", w.kind::text "kind", sum(w.seconds) "seconds", 0 "done"
      from work_times w left join hidden h on h.id = w.task_id
      where ${whose(Prisma.sql`w.user_id`, Prisma.sql`w.project_id`)}
        and ${mayKnow(readerId, Prisma.sql`w.user_id`, Prisma.sql`w.round`)}
      group by w.project_id, w.user_id, w.stage, w.day, w.kind
      union all
      select coalesce(k.project_id, rest.project_id), rest.user_id, s.key, null, 'annotation', rest.seconds, 0
      from (
        select t.project_id, n.user_id, t.stage_id, sum(n.active_seconds - coalesce(d.seconds, 0)) "seconds"
        from annotations n
        join tasks t on t.id = n.task_id
        left join hidden h on h.id = n.task_id
        left join (
          select w.task_id, w.user_id, w.round, sum(w.seconds)::int "seconds" from work_times w
          where w.kind = 'annotation' and ${whose(Prisma.sql`w.user_id`, Prisma.sql`w.project_id`)} group by 1, 2, 3
        ) d on d.task_id = n.task_id and d.user_id = n.user_id and d.round = n.round
        where ${annotations} and n.origin = 'person'
          and n.active_seconds > coalesce(d.seconds, 0)
          and ${mayKnow(readerId, Prisma.sql`n.user_id`, Prisma.sql`n.round`)}
        group by 1, 2, 3) rest
      join stages s on s.id = rest.stage_id
      left join calibrations k on k.shadow_id = rest.project_id
      union all
      select d.project_id, d.actor_id, s.key, ${week(Prisma.sql`d.day`)}, d.kind, 0, d.count
      from (
        select e.project_id, e.actor_id, t.stage_id, (e.at at time zone 'UTC')::date "day", e.kind, count(*)
        from (${Prisma.join(done, ' union all ')}) e join tasks t on t.id = e.task_id
        group by 1, 2, 3, 4, 5) d
      join stages s on s.id = d.stage_id)
    select w.project_id "projectId", p.protocol_id "protocolId", w.user_id "userId", w.stage, w.week::text "week", w.kind,
           sum(w.seconds)::int "seconds", sum(w.done)::int "done"
    from work w join projects p on p.id = w.project_id join users u on u.id = w.user_id
    group by 1, 2, 3, 4, w.week, 6, u.name, p.name
    order by w.week desc nulls last, lower(p.name), w.project_id, lower(u.name), w.user_id, w.stage, w.kind`
}
