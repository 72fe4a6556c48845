import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'

/** Tasks of a stage by day (UTC); `...Work`: by people, not by import. */
export interface StageDay {
  stageId: string
  day: string
  revealed: number
  revealedWork: number
  gold: number
  goldWork: number
}

/** A project's tasks with revealed answers, as `reached_tasks` keeps them, but for those of discarded items. */
export const reachedIn = (projectId: string) => Prisma.sql`(
  select r.* from reached_tasks r
  where r.stage_id in (select s.id from stages s where s.project_id = ${projectId}::uuid)
    and not exists (select 1 from items i where i.id = r.item_id and i.discarded_at is not null))`

/** When the project's tasks were annotated and became gold: the tasks that are so now, by the day of their last round. */
export const readStageDays = (tx: Tx, projectId: string) => tx.$queryRaw<StageDay[]>`
  with reached as materialized (
    select r.stage_id, r.revealed_on, r.revealed_by_people, r.gold_on, r.gold_by_people, count(*) tasks
    from ${reachedIn(projectId)} r group by 1, 2, 3, 4, 5
  ), act as (
    select stage_id, revealed_on "day", tasks revealed, case when revealed_by_people then tasks end revealed_work, null::bigint gold, null::bigint gold_work
    from reached where revealed_on is not null
    union all
    select stage_id, gold_on, null, null, tasks, case when gold_by_people then tasks end from reached where gold_on is not null
  )
  select stage_id "stageId", day::text "day", coalesce(sum(revealed), 0)::int "revealed",
         coalesce(sum(revealed_work), 0)::int "revealedWork", coalesce(sum(gold), 0)::int "gold",
         coalesce(sum(gold_work), 0)::int "goldWork"
  from act group by stage_id, act.day order by act.day`

/** Items by the day (UTC) on which they came in. */
export const readItemDays = (tx: Tx, projectId: string) => tx.$queryRaw<{ day: string; items: number }[]>`
  select days.day::text "day", days.items from (
    select (created_at at time zone 'UTC')::date "day", count(*)::int "items"
    from items where project_id = ${projectId}::uuid and discarded_at is null group by 1) days
  order by days.day`
