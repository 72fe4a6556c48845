/** What machines had a part in the gold, with days (UTC). */
import 'server-only'
import type { Reader } from '@/lib/gold/releases/release/build/fingerprint'
import type { Manifest, ManifestMachines } from '@/lib/gold/releases/release/manifest/contract'
import { type Extent, releasedSql } from '@/lib/gold/releases/released-sql'

const day = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`
const span = (column: string) => `${day(`min(${column})`)} "from", ${day(`max(${column})`)} "until"`

const itemHasGold = (extent: Extent) => `exists (
  select 1 from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
  where t.item_id = ri.item_id and ${releasedSql(extent)})`

/** What is run on gold to be scored has no part in it. */
const hadAPart = (extent: Extent) =>
  `${itemHasGold(extent)} and not exists (select 1 from runs r where r.id = ri.run_id and r.kind = 'evaluation')`

const callsSql = (extent: Extent) => `provider_calls c join run_items ri on ri.id = c.run_item_id
  where c.project_id = $1 and c.state = 'done' and ${hadAPart(extent)}`

const searchesSql = (extent: Extent) => `search_records x left join run_items ri on ri.id = x.run_item_id
  where x.project_id = $1 and (${hadAPart(extent)} or exists (
    select 1 from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
    where t.id = x.task_id and ${releasedSql(extent)}))`

const foundSql = (extent: Extent) => `found_evidence ri join items own on own.id = ri.item_id
  where own.project_id = $1 and ${itemHasGold(extent)}`

/** How many suggestions for a question about a kind of unit the gold tasks have. */
export interface SuggestedRow {
  stage: string
  unit: string
  question: string
  suggestions: number
}

/** Suggestions of released gold alone: what machines do elsewhere meanwhile is no part of a release. */
const suggestedSql = (
  extent: Extent,
) => `suggestions x join tasks t on t.id = x.task_id join stages s on s.id = t.stage_id
  join items i on i.id = t.item_id and ${releasedSql(extent)} join units u on u.id = x.unit_id
  where t.project_id = $1`

/** All that `readMachines` counts, row by row, each with its day. */
export const machineWorkSql = (extent: Extent): string => `
  select w.* from (
    select 'suggestion' what, t.position item, s.key stage, u.kind kind, u.key unit, x.question question,
           x.source "by", x.model model, x.prompt_hash prompt, ${day('x.created_at')} "day"
    from ${suggestedSql(extent)}
    union all
    select 'call', (select own.position from items own where own.id = ri.item_id), null, c.kind, null, null,
           c.provider, c.model, null, ${day('c.created_at')}
    from ${callsSql(extent)}
    union all
    select 'search', coalesce((select own.position from items own where own.id = ri.item_id),
             (select own.position from tasks own where own.id = x.task_id)), null, null, null, null,
           x.provider, null, null, ${day('x.at')}
    from ${searchesSql(extent)}
    union all
    select 'evidence', own.position, null, null, null, null, null, null, null, ${day('ri.created_at')}
    from ${foundSql(extent)}) w
  order by w.item, w.what, w.stage collate "C", w.unit collate "C", w.question collate "C", w.kind collate "C",
           w."by" collate "C", w.model collate "C", w.prompt collate "C", w."day" collate "C"`

export async function readMachines(
  reader: Reader,
  projectId: string,
  extent: Extent,
): Promise<Omit<ManifestMachines, 'policies'> & Pick<Manifest, 'evidence'> & { suggested: SuggestedRow[] }> {
  const rows = <Row extends object>(sql: string) => reader.query<Row>(sql, [projectId])
  const [evidence] = await rows<{ from: string | null; until: string | null }>(`
    select ${span('at')} from (
      select x.at from ${searchesSql(extent)}
      union all
      select ri.created_at from ${foundSql(extent)}) captured`)
  return {
    suggestions: await rows(`
      select x.source, x.model, x.prompt_hash "promptHash", count(*)::int suggestions, ${span('x.created_at')}
      from ${suggestedSql(extent)} group by 1, 2, 3 order by 1, 2, 3`),
    providers: await rows(`
      select c.kind, c.provider, c.model, count(*)::int calls, ${span('c.created_at')}
      from ${callsSql(extent)} group by 1, 2, 3 order by 1, 2, 3`),
    searches: await rows(`
      select x.provider, count(*)::int searches, ${span('x.at')} from ${searchesSql(extent)} group by 1 order by 1`),
    suggested: await rows(`
      select s.key stage, u.kind unit, x.question, count(*)::int suggestions
      from ${suggestedSql(extent)} group by 1, 2, 3 order by 1, 2, 3`),
    evidence: evidence?.from ? evidence : null,
  }
}
