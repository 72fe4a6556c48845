/** What machines had a part in the gold, with days (UTC). */
import 'server-only'
import type { Reader } from '@/lib/releases/release/build/fingerprint'
import type { Manifest, ManifestMachines } from '@/lib/releases/release/manifest/contract'
import { RELEASED_SQL } from '@/lib/releases/released-sql'

const day = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`
const span = (column: string) => `${day(`min(${column})`)} "from", ${day(`max(${column})`)} "until"`

const ITEM_HAS_GOLD = `exists (
  select 1 from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
  where t.item_id = ri.item_id and ${RELEASED_SQL})`

/** What is run on gold to be scored has no part in it. */
const HAD_A_PART = `${ITEM_HAS_GOLD} and not exists (select 1 from runs r where r.id = ri.run_id and r.kind = 'evaluation')`

const GOLD_SEARCHES = `search_records x left join run_items ri on ri.id = x.run_item_id
  where x.project_id = $1 and (${HAD_A_PART} or exists (
    select 1 from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
    where t.id = x.task_id and ${RELEASED_SQL}))`

/** How many suggestions for a question about a kind of unit the gold tasks have. */
export interface SuggestedRow {
  stage: string
  unit: string
  question: string
  suggestions: number
}

/** Suggestions of released gold alone: what machines do elsewhere meanwhile is no part of a release. */
const SUGGESTED = `suggestions x join tasks t on t.id = x.task_id join stages s on s.id = t.stage_id
  join items i on i.id = t.item_id and ${RELEASED_SQL}`

export async function readMachines(
  reader: Reader,
  projectId: string,
): Promise<Omit<ManifestMachines, 'policies'> & Pick<Manifest, 'evidence'> & { suggested: SuggestedRow[] }> {
  const rows = <Row extends object>(sql: string) => reader.query<Row>(sql, [projectId])
  const [evidence] = await rows<{ from: string | null; until: string | null }>(`
    select ${span('at')} from (
      select x.at from ${GOLD_SEARCHES}
      union all
      select ri.created_at from found_evidence ri join items own on own.id = ri.item_id
      where own.project_id = $1 and ${ITEM_HAS_GOLD}) captured`)
  return {
    suggestions: await rows(`
      select x.source, x.model, x.prompt_hash "promptHash", count(*)::int suggestions, ${span('x.created_at')}
      from ${SUGGESTED}
      where t.project_id = $1 group by 1, 2, 3 order by 1, 2, 3`),
    providers: await rows(`
      select c.kind, c.provider, c.model, count(*)::int calls, ${span('c.created_at')}
      from provider_calls c join run_items ri on ri.id = c.run_item_id
      where c.project_id = $1 and c.state = 'done' and ${HAD_A_PART} group by 1, 2, 3 order by 1, 2, 3`),
    searches: await rows(`
      select x.provider, count(*)::int searches, ${span('x.at')} from ${GOLD_SEARCHES} group by 1 order by 1`),
    suggested: await rows(`
      select s.key stage, u.kind unit, x.question, count(*)::int suggestions
      from ${SUGGESTED} join units u on u.id = x.unit_id
      where t.project_id = $1 group by 1, 2, 3 order by 1, 2, 3`),
    evidence: evidence?.from ? evidence : null,
  }
}
