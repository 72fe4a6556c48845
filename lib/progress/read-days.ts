import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { REVEALED_SQL } from '@/lib/policy/can'
import type { Tx } from '@/lib/server/db'

/** Tasks of a stage by day (UTC); `...Work`: by people, not by import. */
export interface StageDay {
  stageId: string
  day: string
  revealed: number
  revealedWork: number
  gold: number
  goldWork: number
}

const REVEALED = Prisma.raw(`t.state in (${REVEALED_SQL})`)

/** When the project's tasks were annotated and became gold: the tasks that are so now, by the day of their last round. */
export const readStageDays = (tx: Tx, projectId: string) => tx.$queryRaw<StageDay[]>`
  with reached as (
    select t.id, t.stage_id, t.state, n.at annotated_at, coalesce(n.by_person, false) by_person, g.at gold_at, g.imported
    from tasks t join items i on i.id = t.item_id
    left join (
      select n.task_id, n.round, max(n.submitted_at) at, bool_or(n.origin = 'person') by_person
      from annotations n join tasks t on t.id = n.task_id
      where t.project_id = ${projectId}::uuid and n.state = 'submitted' group by 1, 2
    ) n on n.task_id = t.id and n.round = t.round
    left join (
      select g.task_id, g.round, min(g.created_at) at, bool_and(g.origin = 'imported') imported
      from golds g join tasks t on t.id = g.task_id
      where t.project_id = ${projectId}::uuid group by 1, 2
    ) g on g.task_id = t.id and g.round = t.round
    where t.project_id = ${projectId}::uuid and i.discarded_at is null and ${REVEALED}
  ), act as (
    select stage_id, coalesce(least(annotated_at, case when state = 'gold' then gold_at end), gold_at) at, true revealed, by_person work
    from reached
    union all
    select stage_id, gold_at, false, not imported from reached where state = 'gold'
  )
  select stage_id "stageId", (at at time zone 'UTC')::date::text "day",
         (count(*) filter (where revealed))::int "revealed",
         (count(*) filter (where revealed and work))::int "revealedWork",
         (count(*) filter (where not revealed))::int "gold",
         (count(*) filter (where not revealed and work))::int "goldWork"
  from act where at is not null group by 1, 2 order by 2`

/** Items by the day (UTC) on which they came in. */
export const readItemDays = (tx: Tx, projectId: string) => tx.$queryRaw<{ day: string; items: number }[]>`
  select (created_at at time zone 'UTC')::date::text "day", count(*)::int "items"
  from items where project_id = ${projectId}::uuid and discarded_at is null group by 1 order by 1`
