/** The gold that systems are scored against: what exports give, of items whose stages up to the asked one are all gold. */
import 'server-only'
import { labelSql, ownUnitSql, UNIT_SQL } from '@/lib/gold/releases/unit-sql'
import { parseStored } from '@/lib/platform/foreign/records/parse-stored'
import { pool } from '@/lib/platform/server/db'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import { votesOn } from '@/lib/protocols/made-units'
import type { EarlierGold, Json } from '@/lib/protocols/protocol'
import { ratedUnits } from './rated-units'
import type { GoldItem } from './scoring/evaluation'

/** Of items `i` with the last stage `s`: not discarded, and of all stages up to it gold that is not stale. */
export const SCORED = `
  i.discarded_at is null and not exists (
    select 1 from stages e left join tasks t on t.stage_id = e.id and t.item_id = i.id and t.state = 'gold' and not t.stale
    where e.project_id = i.project_id and e.position <= s.position and t.id is null)`

const UNITS = `(
  select coalesce(jsonb_agg(${UNIT_SQL} order by u.position), '[]')
  from units u where u.task_id = t.id and ${ownUnitSql('g.round')})`

/** What independent annotators gave each unit by the measure `$4`, as codes, with the annotators' numbers; none where `$4` is null. */
const RATED = `(
  select coalesce(jsonb_object_agg(r.unit_key, jsonb_build_object('annotators', r.raters, 'codes', r.codes)), '{}')
  from tasks t join rated_units r on r.task_id = t.id and r.measure = $4
  where t.item_id = i.id and t.stage_id = s.id)`

/** Units of which people decided the question `$5`, or where that is null any question, instead of just agreeing. */
const SETTLED = `(
  select coalesce(jsonb_agg(distinct u.key), '[]')
  from tasks t join golds g on g.task_id = t.id and g.superseded_at is null
  join resolutions o on o.task_id = t.id and o.round = g.round join units u on u.id = o.unit_id
  where t.item_id = i.id and t.stage_id = s.id and $4::text is not null
    and o.how in ('lane', 'edited', 'discussed') and ($5::text is null or o.question = $5))`

const goldSql = (only: string) => `
  select i.position, i.external_id "externalId", i.record, i.content, ${labelSql('$3')} "label", ${RATED} "rated", ${SETTLED} "settled", (
      select jsonb_object_agg(e.key, jsonb_build_object('answers', g.answers, 'units', ${UNITS})
        || case when g.votes is null then '{}' else jsonb_build_object('votes', g.votes) end)
      from stages e join tasks t on t.stage_id = e.id and t.item_id = i.id
      join golds g on g.task_id = t.id and g.superseded_at is null
      where e.project_id = i.project_id and e.position <= s.position) "stages"
  from items i join stages s on s.project_id = i.project_id and s.key = $2
  where i.project_id = $1 and ${SCORED} ${only}
  order by i.position`

interface Ratings {
  /** Their numbers, beside their codes. */
  annotators: number[]
  codes: number[]
}

interface Row {
  position: number
  externalId: string | null
  record: string
  content: Json
  stages: EarlierGold
  label: Json
  /** By the key of the unit. */
  rated: Record<string, Ratings>
  settled: string[]
}

/** The measure by which annotators rated what is scored, and the question that it looks at where that is one. */
export interface RatedBy {
  measure: string
  question: string | null
  /** How many categories it has. */
  categories: number
}

/**
 * Every item that is scored, in order; `labelStage`: the stage whose gold labels set by hand are about. How far annotators agreed is
 * told by the ledger of ratings as it stands. `only`: the positions of those that are read.
 */
export async function* readGold(
  projectId: string,
  {
    stage,
    labelStage,
    ratedBy,
    only,
  }: { stage: string; labelStage: string; ratedBy: RatedBy | null; only?: readonly number[] },
): AsyncGenerator<GoldItem> {
  const { measure = null, question = null, categories = 0 } = ratedBy ?? {}
  for await (const rows of cursorRows<Row>(goldSql(only ? 'and i.position = any($6)' : ''), [
    projectId,
    stage,
    labelStage,
    measure,
    question,
    ...(only ? [only] : []),
  ]))
    for (const { position, externalId, record, label, rated, settled, ...gold } of rows) {
      const source = parseStored(record)
      const unitRatings = ratedUnits(gold.stages[stage], {
        votesUnder: (keys) => votesOn([...keys].flatMap((key) => ratingsIn(rated[key]))),
        categories,
        settled,
      })
      yield { position, externalId, ...unitRatings, gold: { source, ...gold, ...(label === null ? {} : { label }) } }
    }
}

const ratingsIn = ({ annotators, codes }: Ratings = { annotators: [], codes: [] }) =>
  codes.map((value, index) => ({ annotator: annotators[index] ?? 0, value }))

const HELD_OUT = `
  select i.position, i.external_id "externalId", i.record, i.content, coalesce(h.label, 'null') "label", (
      select jsonb_object_agg(e.key, jsonb_build_object('answers', g.answers, 'units', ${UNITS})
        || case when g.votes is null then '{}' else jsonb_build_object('votes', g.votes) end)
      from golds g join tasks t on t.id = g.task_id join stages e on e.id = t.stage_id
      where g.id = any(h.gold_ids)) "stages"
  from held_out_items h join items i on i.id = h.item_id
  where h.release_id = $1 and h.gold_ids <> '{}'
  order by i.position`

/** Every item that a release holds out, with the gold of the moment in which it was made, in order. */
export async function* readHeldOutGold(releaseId: string): AsyncGenerator<GoldItem> {
  for await (const rows of cursorRows<Omit<Row, 'rated' | 'settled'>>(HELD_OUT, [releaseId]))
    for (const { position, externalId, record, label, ...gold } of rows)
      yield {
        position,
        externalId,
        gold: { source: parseStored(record), ...gold, ...(label === null ? {} : { label }) },
      }
}

export interface GoldState {
  /** How many items are scored. */
  items: number
  /** Another one whenever the gold has changed. */
  version: string
}

/**
 * From gold on, since there may be many items that have none: of an item whose stages are all gold there are as many tasks as stages. A task has
 * one gold that counts, and a stage one task of an item.
 */
const STATE = `
  with needed as materialized (
    select e.id from stages e join stages s on s.project_id = e.project_id and s.key = $2
    where e.project_id = $1 and e.position <= s.position
  ), scored as (
    select count(g.id) golds, sum(hashtextextended(g.id::text, 0)) prints
    from tasks t left join golds g on g.task_id = t.id and g.superseded_at is null
    where t.project_id = $1 and t.stage_id in (select id from needed) and t.state = 'gold' and not t.stale
      and not exists (select 1 from items d where d.id = t.item_id and d.discarded_at is not null)
    group by t.item_id having count(*) = (select count(*) from needed)
  )
  select count(*)::int "items", coalesce(sum(prints), 0)::text || '.' || (
      select coalesce(sum(hashtextextended(o.item_id::text || o.version, 0)), 0)::text
      from roll_up_overrides o join items x on x.id = o.item_id where x.project_id = $1) "version"
  from scored where golds > 0`

/** What `readGold` would read now, without reading it. */
export async function goldState(projectId: string, stage: string): Promise<GoldState> {
  const { rows } = await pool().query<GoldState>(STATE, [projectId, stage])
  return rows[0] ?? { items: 0, version: '' }
}
