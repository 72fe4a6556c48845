import 'server-only'
import { readStoredRecord } from '@/lib/platform/foreign/records/parse-stored'
import { originalFields, originalJson, type StoredSource } from '@/lib/platform/foreign/records/stored-source'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import type { EarlierGold, GoldRecord, Json, Vote } from '@/lib/protocols/protocol'
import type { ExportScope } from './export-scope'
import { addColumns, cellsOf, plainCsvRow } from './plain-csv'
import { readSql } from './released-sql'
import { listQuestions, unseenGoldSql } from './seen-sql'
import { labelSql, ownUnitSql, UNIT_SQL, votesSql } from './unit-sql'

interface Row {
  record: string
  content: Json
  stages: Record<string, Omit<EarlierGold[string], 'votes'> & { votes: Vote[] | null }>
  /** What somebody set by hand; null where nobody did. */
  label: Json
}

// Of the stages up to the asked one all must be gold, noted as read, and not stale.
const goldSql = (read: string, also: string) => `
  select i.record, i.content, ${labelSql('$4')} "label", (
      select json_object_agg(e.key, json_build_object('answers', g.answers, 'votes', ${votesSql('$5')}, 'units', (
        select json_agg(${UNIT_SQL} order by u.position) from units u
        where u.task_id = t.id and ${ownUnitSql('g.round')})))
      from stages e join tasks t on t.stage_id = e.id and t.item_id = i.id
      join golds g on g.task_id = t.id and g.superseded_at is null
      where e.project_id = i.project_id and e.position <= s.position) stages
  from items i join stages s on s.project_id = i.project_id and s.key = $3
  where i.project_id = $1 and i.discarded_at is null and not exists (
    select 1 from stages e left join tasks t on t.stage_id = e.id and t.item_id = i.id and t.state = 'gold' and not t.stale
      and ${read}
    where e.project_id = i.project_id and e.position <= s.position and t.id is null) ${also}
  order by i.position`

/** In all of these stages the gold comes from labels made without a suggestion for them in sight. */
const UNSEEN_ITEM = `and not exists (
  select 1 from stages e join tasks t on t.stage_id = e.id and t.item_id = i.id
  join golds g on g.task_id = t.id and g.superseded_at is null
  where e.project_id = i.project_id and e.position <= s.position
    and not ${unseenGoldSql({ stage: 'e.key', lists: '$6' })})`

/** Gold as a format writes it, one JSON record a line, in the items' order. `stage`: the last one that it needs. */
export async function* goldLines(
  scope: ExportScope,
  stage: string,
  write: (gold: GoldRecord) => readonly Json[],
): AsyncGenerator<string> {
  for await (const records of goldRecords(scope, stage, write))
    yield records.map(({ source, record }) => `${originalJson(source, record)}\n`).join('')
}

/** The same as a CSV file, under the columns of all records, for which they are read twice; nothing at all without records. */
export async function* goldCsv(
  scope: ExportScope,
  stage: string,
  write: (gold: GoldRecord) => readonly Json[],
): AsyncGenerator<string> {
  const columns: string[] = []
  for await (const records of goldRecords(scope, stage, write))
    for (const { source, record } of records) addColumns(columns, [...originalFields(source, record).keys()])
  if (columns.length === 0) return
  yield plainCsvRow(columns)
  for await (const records of goldRecords(scope, stage, write))
    yield records.map(({ source, record }) => plainCsvRow(cellsOf(columns, originalFields(source, record)))).join('')
}

/** What a format writes of an item, with the item's own record, which tells how its texts and numbers were written. */
interface Written {
  source: StoredSource
  record: Json
}

/** What a format writes of gold, in batches that are never empty. */
async function* goldRecords(
  scope: ExportScope,
  stage: string,
  write: (gold: GoldRecord) => readonly Json[],
): AsyncGenerator<Written[]> {
  const { projectId, readerId, protocol, names, labels } = scope
  const unseen = labels === 'unseen'
  const values = [projectId, readerId, stage, protocol.itemLabel?.stage ?? '', JSON.stringify(names.annotators)]
  const lists = unseen ? [JSON.stringify(listQuestions(protocol))] : []
  for await (const rows of cursorRows<Row>(goldSql(readSql(scope), unseen ? UNSEEN_ITEM : ''), [...values, ...lists])) {
    const records = rows.flatMap((row) => {
      const source = readStoredRecord(row.record)
      return write(goldRecordOf(row, source)).map((record): Written => ({ source, record }))
    })
    if (records.length > 0) yield records
  }
}

function goldRecordOf({ content, stages, label }: Row, { value: source }: StoredSource): GoldRecord {
  const golds = Object.entries(stages).map(([key, { votes, ...gold }]): [string, EarlierGold[string]] => [
    key,
    votes === null ? gold : { ...gold, votes },
  ])
  return { source, content, stages: Object.fromEntries(golds), ...(label === null ? {} : { label }) }
}
