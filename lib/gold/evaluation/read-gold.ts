/** The gold that systems are scored against: what exports give, of items whose stages up to the asked one are all gold. */
import 'server-only'
import { labelSql, ownUnitSql, UNIT_SQL } from '@/lib/gold/releases/unit-sql'
import { parseStored } from '@/lib/platform/foreign/records/parse-stored'
import { pool } from '@/lib/platform/server/db'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import type { EarlierGold, Json } from '@/lib/protocols/protocol'
import type { GoldItem } from './scoring/evaluation'

/** Of items `i` with the last stage `s`: not discarded, and of all stages up to it gold that is not stale. */
const SCORED = `
  i.discarded_at is null and not exists (
    select 1 from stages e left join tasks t on t.stage_id = e.id and t.item_id = i.id and t.state = 'gold' and not t.stale
    where e.project_id = i.project_id and e.position <= s.position and t.id is null)`

const UNITS = `(
  select coalesce(jsonb_agg(${UNIT_SQL} order by u.position), '[]')
  from units u where u.task_id = t.id and ${ownUnitSql('g.round')})`

const GOLD = `
  select i.position, i.external_id "externalId", i.record, i.content, ${labelSql('$3')} "label", (
      select jsonb_object_agg(e.key, jsonb_build_object('answers', g.answers, 'units', ${UNITS})
        || case when g.votes is null then '{}' else jsonb_build_object('votes', g.votes) end)
      from stages e join tasks t on t.stage_id = e.id and t.item_id = i.id
      join golds g on g.task_id = t.id and g.superseded_at is null
      where e.project_id = i.project_id and e.position <= s.position) "stages"
  from items i join stages s on s.project_id = i.project_id and s.key = $2
  where i.project_id = $1 and ${SCORED}
  order by i.position`

interface Row {
  position: number
  externalId: string | null
  record: string
  content: Json
  stages: EarlierGold
  label: Json
}

/** Every item that is scored, in order; `labelStage`: the stage whose gold labels set by hand are about. */
export async function* readGold(projectId: string, stage: string, labelStage: string): AsyncGenerator<GoldItem> {
  for await (const rows of cursorRows<Row>(GOLD, [projectId, stage, labelStage]))
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

const STATE = `
  select count(distinct i.id)::int "items",
    coalesce(sum(hashtextextended(g.id::text, 0)), 0)::text || '.' || (
      select coalesce(sum(hashtextextended(o.item_id::text || o.version, 0)), 0)::text
      from roll_up_overrides o join items x on x.id = o.item_id where x.project_id = $1) "version"
  from items i join stages s on s.project_id = i.project_id and s.key = $2
  join stages e on e.project_id = i.project_id and e.position <= s.position
  join tasks t on t.stage_id = e.id and t.item_id = i.id
  join golds g on g.task_id = t.id and g.superseded_at is null
  where i.project_id = $1 and ${SCORED}`

/** What `readGold` would read now, without reading it. */
export async function goldState(projectId: string, stage: string): Promise<GoldState> {
  const { rows } = await pool().query<GoldState>(STATE, [projectId, stage])
  return rows[0] ?? { items: 0, version: '' }
}
