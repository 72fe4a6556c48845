/** What a release tells of its stages, counted in the snapshot that its files are made from. */
import 'server-only'
import type { Reader } from '@/lib/releases/release/build/fingerprint'
import type { ManifestStage } from '@/lib/releases/release/manifest/contract'
import { RELEASED_SQL } from '@/lib/releases/released-sql'

export interface StageRows {
  settings: { key: string; raters: number; coverage: number; consolidation: ManifestStage['consolidation'] }[]
  golds: { key: string; origin: string; tasks: number; stale: number }[]
  /** Released tasks with independent annotations of round 1. */
  rated: { key: string; tasks: number }[]
  overlap: { key: string; annotations: number; tasks: number }[]
  adjudicated: { key: string; tasks: number; withDisagreement: number; disagreements: number }[]
  settled: { key: string; how: string; values: number }[]
}

const GOLD = `tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id and ${RELEASED_SQL}
  join golds g on g.task_id = t.id and g.superseded_at is null`

const ANNOTATIONS = `(
  select count(*)::int from annotations n where n.task_id = t.id and n.round = g.round and n.state = 'submitted')`

export async function readStages(reader: Reader, projectId: string): Promise<StageRows> {
  const rows = <Row extends object>(sql: string) => reader.query<Row>(sql, [projectId])
  return {
    settings: await rows(`
      select key, raters, coverage, consolidation::text from stages where project_id = $1 order by position`),
    golds: await rows(`
      select s.key, g.origin::text, count(*)::int tasks, (count(*) filter (where t.stale))::int stale
      from ${GOLD} where t.project_id = $1 group by 1, 2 order by 1, 2`),
    rated: await rows(`
      select s.key, count(*)::int tasks
      from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
      where t.project_id = $1 and ${RELEASED_SQL} and exists (
        select 1 from annotations n where n.task_id = t.id and n.state = 'submitted' and n.round = 1 and n.independent)
      group by 1 order by 1`),
    overlap: await rows(`
      select key, annotations, count(*)::int tasks
      from (select s.key, ${ANNOTATIONS} annotations from ${GOLD} where t.project_id = $1) x
      group by 1, 2 order by 1, 2`),
    adjudicated: await rows(`
      select key, count(*)::int tasks, (count(*) filter (where differ > 0))::int "withDisagreement",
             coalesce(sum(differ), 0)::int disagreements
      from (select s.key, ${ANNOTATIONS} annotations, (
              select count(*)::int from disagreements d where d.task_id = t.id and d.round = g.round) differ
            from ${GOLD} where t.project_id = $1) x
      where annotations > 1 group by 1 order by 1`),
    settled: await rows(`
      select s.key, r.how::text, count(*)::int "values"
      from ${GOLD} join disagreements d on d.task_id = t.id and d.round = g.round
      join resolutions r on r.task_id = t.id and r.round = g.round and r.unit_id = d.unit_id and r.question = d.question
      where t.project_id = $1 group by 1, 2 order by 1, 2`),
  }
}
