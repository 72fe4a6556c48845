import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { IDLE_AFTER_MS } from '@/lib/annotations/contract'
import { REVEALED_SQL } from '@/lib/policy/can'
import type { Tx } from '@/lib/server/db'
import { MOST_TIMED, ONE_ACT_MS } from './contract'

/** Annotations that are timed: nothing of a task that somebody still works on blindly. */
const timed = (projectId: string) => Prisma.sql`
  select n.id, n.task_id, t.stage_id, n.active_seconds, n.submitted_at
  from annotations n join tasks t on t.id = n.task_id join items i on i.id = t.item_id
  where t.project_id = ${projectId}::uuid and ${Prisma.raw(`t.state in (${REVEALED_SQL})`)} and i.discarded_at is null
    and n.round = 1 and n.state = 'submitted' and n.origin = 'person'`

const QUARTILES = Prisma.raw('array[0.25, 0.5, 0.75]')

export interface ActiveRow {
  stageId: string
  /** Annotations with a time, and their quartiles in seconds; those without. */
  shares: number
  shareSeconds: number[] | null
  unmeasured: number
  seconds: number
  /** Items all of whose annotators' time is known. */
  items: number
  itemSeconds: number[] | null
  mean: number
  sd: number
}

export const readActive = (tx: Tx, projectId: string) => tx.$queryRaw<ActiveRow[]>`
  with timed as (${timed(projectId)}), share as (
    select stage_id, (count(*) filter (where active_seconds > 0))::int shares,
           percentile_cont(${QUARTILES}) within group (order by active_seconds) filter (where active_seconds > 0) quartiles,
           (count(*) filter (where active_seconds = 0))::int unmeasured, sum(active_seconds)::float8 seconds
    from timed group by 1
  ), task as (
    select stage_id, task_id, sum(active_seconds) seconds from timed group by 1, 2 having min(active_seconds) > 0
  ), item as (
    select stage_id, count(*)::int items, percentile_cont(${QUARTILES}) within group (order by seconds) quartiles,
           avg(seconds)::float8 mean, coalesce(stddev_samp(seconds), 0)::float8 sd
    from task group by 1
  )
  select s.stage_id "stageId", s.shares, s.quartiles "shareSeconds", s.unmeasured, s.seconds,
         coalesce(i.items, 0) "items", i.quartiles "itemSeconds", coalesce(i.mean, 0) "mean", coalesce(i.sd, 0) "sd"
  from share s left join item i using (stage_id)`

export interface FieldRow {
  stageId: string
  unitKind: string
  question: string
  decisions: number
  /** Quartiles in seconds. */
  quartiles: number[]
  total: number
  cut: number
}

/**
 * The time of every decision, from the pauses before its changes (`PROGRESS_RULES`): `gap` in milliseconds, `act` numbers
 * the acts of an annotation. The events of each annotation are looked up by its index, and of a stage the last annotations
 * alone, so that a large project waits no longer than a small one.
 */
export const readFields = (tx: Tx, projectId: string) => tx.$queryRaw<FieldRow[]>`
  with timed as materialized (
    select * from (
      select n.*, row_number() over (partition by n.stage_id order by n.submitted_at desc, n.id) place
      from (${timed(projectId)}) n
    ) ranked where place <= ${MOST_TIMED}
  ), change as (
    select t.stage_id, t.task_id, t.id annotation_id, e.*
    from timed t cross join lateral (
      select e.id, e.type, e.data ->> 'unit' unit, e.data ->> 'question' question,
             extract(epoch from e.at - lag(e.at) over (order by e.id))::float8 * 1000 gap
      from events e where e.annotation_id = t.id and e.type in ('annotation.started', 'answer.saved')
    ) e
  ), act as (
    select *, count(*) filter (where gap is null or gap >= ${Prisma.raw(String(ONE_ACT_MS))})
                over (partition by annotation_id order by id) act
    from change
  ), spent as (
    select *, sum(least(greatest(gap, 0), ${Prisma.raw(String(IDLE_AFTER_MS))})) over acts ms,
           bool_or(gap > ${Prisma.raw(String(IDLE_AFTER_MS))}) over acts cut,
           count(*) filter (where type = 'answer.saved') over acts saves
    from act window acts as (partition by annotation_id, act)
  ), decision as (
    select stage_id, task_id, annotation_id, unit, question, sum(coalesce(ms, 0) / saves) / 1000 seconds, bool_or(coalesce(cut, false)) cut
    from spent where type = 'answer.saved' group by 1, 2, 3, 4, 5
  ), kinds as (
    select u.task_id, u.key, min(u.kind) kind from units u where u.task_id in (select task_id from timed) group by 1, 2
  )
  select d.stage_id "stageId", k.kind "unitKind", d.question, count(*)::int "decisions",
         percentile_cont(${QUARTILES}) within group (order by d.seconds) "quartiles",
         sum(d.seconds)::float8 "total", (count(*) filter (where d.cut))::int "cut"
  from decision d join kinds k on k.task_id = d.task_id and k.key = d.unit
  group by 1, 2, 3`
