/** What a release tells of its stages, counted in the snapshot that its files are made from. */
import 'server-only'
import type { Reader } from '@/lib/gold/releases/release/build/fingerprint'
import type { ManifestStage } from '@/lib/gold/releases/release/manifest/contract'
import { type Extent, releasedSql } from '@/lib/gold/releases/released-sql'

export interface StageRows {
  settings: {
    key: string
    raters: number
    coverage: number
    further: number
    consolidation: ManifestStage['consolidation']
  }[]
  golds: { key: string; origin: string; tasks: number; stale: number }[]
  /** Released tasks with independent annotations of round 1. */
  rated: { key: string; tasks: number }[]
  times: TimesRow[]
  overlap: { key: string; annotations: number; tasks: number }[]
  adjudicated: { key: string; tasks: number; withDisagreement: number; disagreements: number }[]
  settled: { key: string; how: string; values: number }[]
  /** Who annotated released tasks, and how many of them had confirmed guidelines before they began their first task in the stage; where anybody had. */
  readers: { key: string; people: number; confirmed: number }[]
}

/** How long people worked on released tasks in round 1, in seconds: quartiles, of `n` annotations and of `items` items. */
export interface TimesRow {
  key: string
  n: number
  seconds: number[] | null
  unmeasured: number
  items: number
  itemSeconds: number[] | null
}

const released = (extent: Extent) => `tasks t join stages s on s.id = t.stage_id
  join items i on i.id = t.item_id and ${releasedSql(extent)}`

const goldOf = (extent: Extent) => `${released(extent)}
  join golds g on g.task_id = t.id and g.superseded_at is null`

const ANNOTATIONS = `(
  select count(*)::int from annotations n where n.task_id = t.id and n.round = g.round and n.state = 'submitted')`

/** Every disagreement behind released gold with how it was settled; null where nothing settled it. */
export const disagreementsSql = (extent: Extent): string => `
  select t.position item, s.key stage, u.key unit, d.question, r.how::text settled
  from ${goldOf(extent)} join disagreements d on d.task_id = t.id and d.round = g.round
  join units u on u.id = d.unit_id
  left join resolutions r on r.task_id = t.id and r.round = g.round and r.unit_id = d.unit_id and r.question = d.question
  where t.project_id = $1 order by t.position, s.position, u.key collate "C", d.question collate "C"`

const QUARTILES = 'percentile_cont(array[0.25, 0.5, 0.75])'

/** Of the annotations in annotations.jsonl: of round 1, by people. An item counts where the time of all of them is known. */
const timesSql = (extent: Extent) => `
  with timed as (
    select s.key, t.id task_id, n.active_seconds seconds
    from ${released(extent)} join annotations n on n.task_id = t.id
    where t.project_id = $1 and n.round = 1 and n.state = 'submitted' and n.origin = 'person'),
  by_item as (
    select key, sum(seconds) seconds from timed group by key, task_id having min(seconds) > 0)
  select key, (count(*) filter (where seconds > 0))::int n,
         ${QUARTILES} within group (order by seconds) filter (where seconds > 0) seconds,
         (count(*) filter (where seconds = 0))::int unmeasured,
         (select count(*)::int from by_item b where b.key = timed.key) items,
         (select ${QUARTILES} within group (order by b.seconds) from by_item b where b.key = timed.key) "itemSeconds"
  from timed group by key order by key`

const readersSql = (extent: Extent) => `
  with people as (
    select distinct s.id stage_id, s.key, n.user_id
    from ${released(extent)} join annotations n on n.task_id = t.id
    where t.project_id = $1 and n.round = 1 and n.state = 'submitted' and n.origin = 'person')
  select key, people, confirmed from (
    select p.key, count(*)::int people, (count(*) filter (where exists (
      select 1 from guideline_readings r
      where r.project_id = $1 and r.user_id = p.user_id and r.read_at <= (
        select min(n.started_at) from annotations n join tasks t on t.id = n.task_id
        where t.stage_id = p.stage_id and n.user_id = p.user_id and n.origin = 'person'))))::int confirmed
    from people p group by 1) counted
  where confirmed > 0 order by key`

export async function readStages(reader: Reader, projectId: string, extent: Extent): Promise<StageRows> {
  const gold = goldOf(extent)
  const rows = <Row extends object>(sql: string) => reader.query<Row>(sql, [projectId])
  return {
    settings: await rows(`
      select key, raters, coverage, further_share further, consolidation::text from stages where project_id = $1 order by position`),
    golds: await rows(`
      select s.key, g.origin::text, count(*)::int tasks, (count(*) filter (where t.stale))::int stale
      from ${gold} where t.project_id = $1 group by 1, 2 order by 1, 2`),
    times: await rows(timesSql(extent)),
    rated: await rows(`
      select s.key, count(*)::int tasks
      from ${released(extent)}
      where t.project_id = $1 and exists (
        select 1 from annotations n where n.task_id = t.id and n.state = 'submitted' and n.round = 1 and n.independent)
      group by 1 order by 1`),
    overlap: await rows(`
      select key, annotations, count(*)::int tasks
      from (select s.key, ${ANNOTATIONS} annotations from ${gold} where t.project_id = $1) x
      group by 1, 2 order by 1, 2`),
    adjudicated: await rows(`
      select key, count(*)::int tasks, (count(*) filter (where differ > 0))::int "withDisagreement",
             coalesce(sum(differ), 0)::int disagreements
      from (select s.key, ${ANNOTATIONS} annotations, (
              select count(*)::int from disagreements d where d.task_id = t.id and d.round = g.round) differ
            from ${gold} where t.project_id = $1) x
      where annotations > 1 group by 1 order by 1`),
    settled: await rows(`
      select s.key, r.how::text, count(*)::int "values"
      from ${gold} join disagreements d on d.task_id = t.id and d.round = g.round
      join resolutions r on r.task_id = t.id and r.round = g.round and r.unit_id = d.unit_id and r.question = d.question
      where t.project_id = $1 group by 1, 2 order by 1, 2`),
    readers: await rows(readersSql(extent)),
  }
}
