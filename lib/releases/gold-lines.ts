import 'server-only'
import { parseStored } from '@/lib/imports/queries'
import type { EarlierGold, GoldRecord, Json } from '@/lib/protocols/protocol'
import { cursorRows } from './cursor-rows'
import type { ExportScope } from './export-scope'
import { listQuestions, unseenGoldSql } from './seen-sql'
import { ownUnitSql, UNIT_SQL } from './unit-sql'

interface Row {
  record: string
  content: Json
  stages: EarlierGold
  /** What somebody set by hand; null where nobody did. */
  label: Json
}

// The latest label set by hand, while it stands: not taken back, and about the gold of today (lib/checks).
const LABEL = `(
  select case when o.created_at >= g.created_at and o.value <> 'null' then o.value end
  from roll_up_overrides o join tasks t on t.item_id = o.item_id join stages e on e.id = t.stage_id and e.key = $4
  join golds g on g.task_id = t.id and g.superseded_at is null
  where o.item_id = i.id order by o.version desc limit 1)`

// Of the stages up to the asked one all must be gold, noted as read, and not stale.
const goldSql = (also: string) => `
  select i.record, i.content, ${LABEL} "label", (
      select json_object_agg(e.key, json_build_object('answers', g.answers, 'units', (
        select json_agg(${UNIT_SQL} order by u.position) from units u
        where u.task_id = t.id and ${ownUnitSql('g.round')})))
      from stages e join tasks t on t.stage_id = e.id and t.item_id = i.id
      join golds g on g.task_id = t.id and g.superseded_at is null
      where e.project_id = i.project_id and e.position <= s.position) stages
  from items i join stages s on s.project_id = i.project_id and s.key = $3
  where i.project_id = $1 and i.discarded_at is null and not exists (
    select 1 from stages e left join tasks t on t.stage_id = e.id and t.item_id = i.id and t.state = 'gold' and not t.stale
      and exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = $2)
    where e.project_id = i.project_id and e.position <= s.position and t.id is null) ${also}
  order by i.position`

/** In all of these stages the gold comes from labels made without a suggestion for them in sight. */
const UNSEEN_ITEM = `and not exists (
  select 1 from stages e join tasks t on t.stage_id = e.id and t.item_id = i.id
  join golds g on g.task_id = t.id and g.superseded_at is null
  where e.project_id = i.project_id and e.position <= s.position
    and not ${unseenGoldSql({ stage: 'e.key', lists: '$5' })})`

/** Gold as a format writes it, one JSON record a line, in the items' order. `stage`: the last one that it needs. */
export async function* goldLines(
  scope: ExportScope,
  stage: string,
  write: (gold: GoldRecord) => readonly Json[],
): AsyncGenerator<string> {
  const { projectId, readerId, protocol, labels } = scope
  const unseen = labels === 'unseen'
  const values = [projectId, readerId, stage, protocol.itemLabel?.stage ?? '']
  const lists = unseen ? [JSON.stringify(listQuestions(protocol))] : []
  for await (const rows of cursorRows<Row>(goldSql(unseen ? UNSEEN_ITEM : ''), [...values, ...lists])) {
    const lines = rows.flatMap(({ record, label, ...gold }) =>
      write({ source: parseStored(record), ...gold, ...(label === null ? {} : { label }) }),
    )
    if (lines.length > 0) yield `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
  }
}
