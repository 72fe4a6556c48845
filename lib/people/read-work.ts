/** Volume, time, and what people gave back or set aside. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { COUNTED, DISCARDED } from '@/lib/agreement/ledger/version'
import type { Tx } from '@/lib/server/db'

/** Fewer timed tasks than this: no quartiles. */
const MIN_TASKS = 10

const only = (column: Prisma.Sql, userId: string | null) =>
  userId === null ? Prisma.empty : Prisma.sql`and ${column} = ${userId}::uuid`

interface WorkRow {
  userId: string
  stage: string
  tasks: number
  units: number
  labels: number
  waiting: number
  minutes: number[] | null
  timedTasks: number
}

/** Round 1 of what people submitted themselves, by person and stage; `waiting`: tasks that are not revealed yet. */
export async function readWork(tx: Tx, projectId: string, userId: string | null): Promise<WorkRow[]> {
  const rows = await tx.$queryRaw<WorkRow[]>`
    with own as (
      select n.id, n.user_id, n.active_seconds, t.stage_id, ${COUNTED} revealed
      from annotations n join tasks t on t.id = n.task_id
      where t.project_id = ${projectId}::uuid and n.round = 1 and n.state = 'submitted' and n.origin = 'person'
        and not ${DISCARDED} ${only(Prisma.sql`n.user_id`, userId)}),
    answers as (
      select own.user_id, own.stage_id, count(*) labels, count(distinct l.unit_id) units
      from own join labels l on l.annotation_id = own.id and l.value <> 'null'::jsonb
      where own.revealed group by 1, 2)
    select own.user_id "userId", s.key "stage", count(*) filter (where own.revealed)::int "tasks",
           count(*) filter (where not own.revealed)::int "waiting",
           coalesce(min(a.units), 0)::int "units", coalesce(min(a.labels), 0)::int "labels",
           count(*) filter (where own.revealed and own.active_seconds > 0)::int "timedTasks",
           percentile_cont(array[0.25, 0.5, 0.75]) within group (order by own.active_seconds / 60.0)
             filter (where own.revealed and own.active_seconds > 0) "minutes"
    from own join stages s on s.id = own.stage_id
    left join answers a on a.user_id = own.user_id and a.stage_id = own.stage_id
    group by own.user_id, s.id, s.key, s.position order by s.position`
  return rows.map((row) => ({ ...row, minutes: row.timedTasks < MIN_TASKS ? null : row.minutes }))
}

export interface ReasonRow {
  userId: string
  reason: string
  count: number
}

/** The reasons that people gave when they gave tasks back, copies served blind among them, as they stand in the log. */
export function readSkips(tx: Tx, projectId: string, userId: string | null): Promise<ReasonRow[]> {
  return tx.$queryRaw<ReasonRow[]>`
    select e.actor_id "userId", e.data ->> 'reason' "reason", count(*)::int "count"
    from events e
    where e.project_id = ${projectId}::uuid and e.type = 'assignment.skipped' and e.actor_id is not null
      ${only(Prisma.sql`e.actor_id`, userId)}
    group by 1, 2 order by 3 desc, 2`
}

/** The reasons for which people discarded items. */
export function readDiscards(tx: Tx, projectId: string, userId: string | null): Promise<ReasonRow[]> {
  return tx.$queryRaw<ReasonRow[]>`
    select discarded_by_id "userId", discard_reason "reason", count(*)::int "count" from items
    where project_id = ${projectId}::uuid and discarded_by_id is not null ${only(Prisma.sql`discarded_by_id`, userId)}
    group by 1, 2 order by 3 desc, 2`
}
