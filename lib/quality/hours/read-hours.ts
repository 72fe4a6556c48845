/** Hours as they stand in the database: time by its rows, what was done by the events. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { ownWorkIn } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import type { HoursRow } from './contract'

export type ReadRow = Omit<HoursRow, 'stageTitle'> & { protocolId: string }

/** Whose hours, or of which project; `readerId`: who is to read them. */
type Asked = { readerId: string } & ({ projectId: string; userId?: undefined } | { userId: string })

const week = (moment: Prisma.Sql) => Prisma.sql`date_trunc('week', ${moment})::date`

/**
 * Work on tasks `t` that the reader may know of: their own, and others' at tasks that are revealed in its round or that the reader has no
 * share of. A manager who annotates learns nothing of their partners' before the reveal (docs/decisions/091-hours.md).
 */
const isTold = (readerId: string, userId: Prisma.Sql, round: Prisma.Sql) => Prisma.sql`(
  ${userId} = ${readerId}::uuid or t.id is null or ${round} < t.round or t.state in (${Prisma.raw(REVEALED_SQL)})
  or not exists (select 1 from assignments o where o.task_id = t.id and o.user_id = ${readerId}::uuid))`

/** Rows by project, person, stage, week and kind of work; none of nothing. Tasks in a shadow count for the project that is shadowed. */
export function readHours(tx: Tx, hoursQuery: Asked): Promise<ReadRow[]> {
  const { readerId } = hoursQuery
  const askedUserId = hoursQuery.userId
  const whose = (userId: Prisma.Sql, projectId: Prisma.Sql) =>
    askedUserId === undefined
      ? Prisma.sql`${projectId} = ${(hoursQuery as { projectId: string }).projectId}::uuid`
      : Prisma.sql`${userId} = ${askedUserId}::uuid`
  // Conditions that an index serves: annotations by person, or by the tasks of a project and its shadow; events by project and type, or
  // by project and person, one project after the other.
  const annotations =
    askedUserId === undefined
      ? ownWorkIn((hoursQuery as { projectId: string }).projectId)
      : Prisma.sql`n.user_id = ${askedUserId}::uuid`
  const events =
    askedUserId === undefined
      ? Prisma.sql`e.project_id = ${(hoursQuery as { projectId: string }).projectId}::uuid`
      : Prisma.sql`e.actor_id = ${askedUserId}::uuid and e.project_id = any(array(select id from projects))`
  return tx.$queryRaw<ReadRow[]>`
    with work as (
      select w.project_id, w.user_id, w.stage, ${week(Prisma.sql`w.day`)} "week", w.kind::text "kind", w.seconds, 0 "done"
      from work_times w left join tasks t on t.id = w.task_id
      where ${whose(Prisma.sql`w.user_id`, Prisma.sql`w.project_id`)}
        and ${isTold(readerId, Prisma.sql`w.user_id`, Prisma.sql`w.round`)}
      union all
      select p.id, n.user_id, s.key, null, 'annotation', n.active_seconds - coalesce(d.seconds, 0), 0
      from annotations n
      join tasks t on t.id = n.task_id
      join stages s on s.id = t.stage_id
      left join calibrations k on k.shadow_id = t.project_id
      join projects p on p.id = coalesce(k.project_id, t.project_id)
      left join (
        select w.task_id, w.user_id, w.round, sum(w.seconds)::int "seconds" from work_times w
        where w.kind = 'annotation' and ${whose(Prisma.sql`w.user_id`, Prisma.sql`w.project_id`)} group by 1, 2, 3
      ) d on d.task_id = n.task_id and d.user_id = n.user_id and d.round = n.round
      where ${annotations} and n.origin = 'person'
        and n.active_seconds > coalesce(d.seconds, 0)
        and ${isTold(readerId, Prisma.sql`n.user_id`, Prisma.sql`n.round`)}
      union all
      select e.project_id, e.actor_id, s.key, ${week(Prisma.sql`(e.at at time zone 'UTC')`)}, c.kind, 0, 1
      from (values ('annotation.submitted', 'annotation'), ('task.adjudicated', 'adjudication'),
                   ('task.approved', 'approval'), ('task.approval_refused', 'approval'),
                   ('discussion.accepted', 'discussion'), ('discussion.objected', 'discussion'),
                   ('comment.added', 'discussion')) c(type, kind)
      join events e on e.type = c.type and ${events}
      join tasks t on t.id = e.task_id
      join stages s on s.id = t.stage_id
      where e.actor_id is not null and e.project_id is not null
        and ${isTold(readerId, Prisma.sql`e.actor_id`, Prisma.sql`coalesce((e.data->>'round')::int, t.round)`)}
        -- Gold that nobody else signed was approved by nobody.
        and (e.type <> 'task.approved' or exists (
          select 1 from golds g where g.task_id = t.id and g.version = (e.data->>'goldVersion')::int and g.approver_id = e.actor_id))
        -- A note to oneself is no word in a discussion.
        and (e.type <> 'comment.added' or exists (
          select 1 from annotations n where n.task_id = t.id and n.user_id = e.actor_id and n.state = 'submitted'
            and n.submitted_at <= e.at)))
    select w.project_id "projectId", p.protocol_id "protocolId", w.user_id "userId", w.stage, w.week::text "week", w.kind,
           sum(w.seconds)::int "seconds", sum(w.done)::int "done"
    from work w join projects p on p.id = w.project_id join users u on u.id = w.user_id
    group by 1, 2, 3, 4, w.week, 6, u.name, p.name
    order by w.week desc nulls last, lower(p.name), w.project_id, lower(u.name), w.user_id, w.stage, w.kind`
}
