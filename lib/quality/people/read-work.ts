/** Volume, time, and what people gave back or set aside. */
import 'server-only'
import { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { COUNTED, DISCARDED } from '@/lib/quality/agreement/ledger/version'

/** Fewer timed tasks than this: no quartiles. */
export const MIN_TASKS = 10

const only = (column: Prisma.Sql, userId: string | null) =>
  userId === null ? Prisma.empty : Prisma.sql`and ${column} = ${userId}::uuid`

interface WorkRow {
  userId: string
  stage: string
  tasks: number
  waiting: number
  minutes: number[] | null
  timedTasks: number
}

/**
 * Round 1 of what people submitted themselves, by person and stage; `waiting`: tasks that are not revealed yet, without
 * partners' of the reader's own.
 */
export async function readWork(
  tx: Tx,
  projectId: string,
  { userId, readerId }: { userId: string | null; readerId: string },
): Promise<WorkRow[]> {
  const rows = await tx.$queryRaw<WorkRow[]>`
    with own as (
      select n.user_id, n.active_seconds, t.stage_id, ${COUNTED} revealed
      from annotations n join tasks t on t.id = n.task_id
      where t.project_id = ${projectId}::uuid and n.round = 1 and n.state = 'submitted' and n.origin = 'person'
        and not ${DISCARDED} ${only(Prisma.sql`n.user_id`, userId)}
        and (${COUNTED} or n.user_id = ${readerId}::uuid or not exists (
          select 1 from assignments o where o.task_id = t.id and o.user_id = ${readerId}::uuid)))
    select w.user_id "userId", s.key "stage", w.tasks, w.waiting, w.timed "timedTasks", w.minutes
    from (
      select user_id, stage_id, count(*) filter (where revealed)::int tasks, count(*) filter (where not revealed)::int waiting,
             count(*) filter (where revealed and active_seconds > 0)::int timed,
             percentile_cont(array[0.25, 0.5, 0.75]) within group (order by active_seconds / 60.0)
               filter (where revealed and active_seconds > 0) minutes
      from own group by user_id, stage_id) w
    join stages s on s.id = w.stage_id order by s.position`
  return rows.map((row) => ({ ...row, minutes: row.timedTasks < MIN_TASKS ? null : row.minutes }))
}

export const answeredSchema = z.object({
  userId: z.uuid(),
  stage: z.string(),
  tasks: z.int(),
  units: z.int(),
  labels: z.int(),
})
export type Answered = z.infer<typeof answeredSchema>

/**
 * What people answered in the tasks of the ledger, by person and stage: one version of the ledger, one answer. Reads all
 * their labels. The caller has called `refreshRatings` before.
 */
export function readAnswered(tx: Tx, projectId: string, userId: string | null): Promise<Answered[]> {
  return tx.$queryRaw<Answered[]>`
    select n.user_id "userId", s.key "stage", count(distinct n.id)::int "tasks",
           count(distinct l.unit_id)::int "units", count(*)::int "labels"
    from rated_tasks r join tasks t on t.id = r.task_id join stages s on s.id = t.stage_id
    join annotations n on n.task_id = t.id and n.round = 1 and n.state = 'submitted' and n.origin = 'person'
    join labels l on l.annotation_id = n.id and l.value <> 'null'::jsonb
    where r.project_id = ${projectId}::uuid and ${COUNTED} ${only(Prisma.sql`n.user_id`, userId)}
    group by n.user_id, s.id, s.key`
}

/** How many of somebody's annotations figures are made of: what it costs to count them. */
export async function countOwnCounted(tx: Tx, projectId: string, userId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int from annotations n join tasks t on t.id = n.task_id
    where n.user_id = ${userId}::uuid and n.round = 1 and n.state = 'submitted'
      and t.project_id = ${projectId}::uuid and ${COUNTED}`
  return row?.count ?? 0
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
    where project_id = ${projectId}::uuid and discarded_at is not null and discarded_by_id is not null
      ${only(Prisma.sql`discarded_by_id`, userId)}
    group by 1, 2 order by 3 desc, 2`
}
