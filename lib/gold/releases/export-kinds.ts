/** Everything that can be downloaded from a project, by key. */
import 'server-only'
import { readStoredRecord } from '@/lib/platform/foreign/records/parse-stored'
import { withoutPartners } from '@/lib/platform/foreign/records/partners'
import { originalFields, originalJson, type StoredSource } from '@/lib/platform/foreign/records/stored-source'
import type { Role } from '@/lib/platform/policy/can'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import { plainCsvRow } from '@/lib/platform/server/streams/plain-csv-row'
import { stageByKey } from '@/lib/protocols'
import type {
  EarlierGold,
  ExportFormat,
  GoldRecord,
  Json,
  Protocol,
  RecordFormat,
  Vote,
} from '@/lib/protocols/protocol'
import type { JoinedFile } from '@/lib/protocols/records'
import { NATIVE_VERSION } from '@/lib/workspace/imports/native/contract'
import type { AnswerReach } from '@/lib/workspace/tasks/record-project-answer-reads'
import { annotationLines } from './annotation-lines'
import type { ExportRows } from './contract'
import { distributionLines } from './distribution-lines'
import { documentsAgain } from './documents-again'
import type { ExportScope } from './export-scope'
import { nativeBytes, nativeLines } from './native-lines'
import { partnersAgain, type WithPartners } from './partners-again'
import { addColumns, cellsOf } from './plain-csv'
import { ratingCsv, ratingLines } from './rating-lines'
import { openSql, readSql } from './released-sql'
import { rowsInFileOrder, type Written } from './rows-in-file-order'
import { listQuestions, unseenGoldSql } from './seen-sql'
import { csvParts, parquetParts } from './tables/table-parts'
import { type Table, tablesOf } from './tables/tables'
import { labelSql, ownUnitSql, UNIT_SQL, votesSql } from './unit-sql'

interface GoldItemRow {
  record: string
  importId: string | null
  content: Json
  stages: Record<string, Omit<EarlierGold[string], 'votes'> & { votes: Vote[] | null }>
  /** What somebody set by hand; null where nobody did. */
  label: Json
}

// Of the stages up to the asked one all must be gold, noted as read, and not stale.
const goldSql = (read: string, also: string) => `
  select i.record, i.content, i.import_id "importId", ${labelSql('$4')} "label", (
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

/** Gold as a format writes it, one JSON record a line, in the items' order, or where items are rows in theirs. */
async function* goldLines(scope: ExportScope, format: ExportFormat): AsyncGenerator<string> {
  if (format.each) return yield* documentsAgain(goldRecords(scope, format), format.each)
  for await (const records of goldRecords(scope, format))
    yield records.map(({ source, record }) => `${originalJson(source, record)}\n`).join('')
}

/** The same as a CSV file, under the columns of all records, for which they are read twice; nothing at all without records. */
async function* goldCsv(scope: ExportScope, format: ExportFormat): AsyncGenerator<string> {
  const columns: string[] = []
  for await (const records of goldRecords(scope, format))
    for (const { source, record } of records) addColumns(columns, [...originalFields(source, record).keys()])
  if (columns.length === 0) return
  yield plainCsvRow(columns)
  for await (const records of goldRecords(scope, format))
    yield records.map(({ source, record }) => plainCsvRow(cellsOf(columns, originalFields(source, record)))).join('')
}

/** What a format writes of gold, in batches that are never empty. */
function goldRecords(scope: ExportScope, format: ExportFormat): AsyncGenerator<Written[]> {
  const records = goldItems(scope, format)
  return format.rows ? rowsInFileOrder(records, format.rows) : records
}

/** The items whose gold reaches this stage, in batches. */
function goldRows(scope: ExportScope, stage: string): AsyncIterable<GoldItemRow[]> {
  const { projectId, readerId, protocol, names, labels } = scope
  const unseen = labels === 'unseen'
  const values = [projectId, readerId, stage, protocol.itemLabel?.stage ?? '', JSON.stringify(names.annotators)]
  const lists = unseen ? [JSON.stringify(listQuestions(protocol))] : []
  return cursorRows<GoldItemRow>(goldSql(readSql(scope), `and ${openSql(scope)} ${unseen ? UNSEEN_ITEM : ''}`), [
    ...values,
    ...lists,
  ])
}

async function* goldItems(scope: ExportScope, { stage, write }: ExportFormat): AsyncGenerator<Written[]> {
  const join = scope.protocol.formats.find((each) => each.join)?.join ?? []
  for await (const rows of goldRows(scope, stage)) {
    const records = rows.flatMap((row) => {
      const source = readStoredRecord(row.record)
      const { importId } = row
      return write(goldRecordOf(row, source)).map((record): Written => ownRecord({ source, record, importId }, join))
    })
    if (records.length > 0) yield records
  }
}

/** What an item has from second files is not written with its record. */
function ownRecord(written: Written, join: readonly JoinedFile[]): Written {
  const { source, record } = written
  const valueWithoutPartners = withoutPartners(source.value, join)
  return valueWithoutPartners === source.value
    ? written
    : { ...written, source: { ...source, value: valueWithoutPartners }, record: withoutPartners(record, join) }
}

/** The records of a second file that belong to items with gold. */
const partnerLines = (scope: ExportScope, stage: string, name: string): AsyncGenerator<string> =>
  partnersAgain(goldSources(scope, stage), name)

async function* goldSources(scope: ExportScope, stage: string): AsyncGenerator<WithPartners[]> {
  for await (const rows of goldRows(scope, stage))
    yield rows.map(({ record, importId }) => ({ source: readStoredRecord(record), importId }))
}

function goldRecordOf({ content, stages, label }: GoldItemRow, { value: source }: StoredSource): GoldRecord {
  const golds = Object.entries(stages).map(([key, { votes, ...gold }]): [string, EarlierGold[string]] => [
    key,
    votes === null ? gold : { ...gold, votes },
  ])
  return { source, content, stages: Object.fromEntries(golds), ...(label === null ? {} : { label }) }
}

interface KindHead {
  key: string
  title: string
  description: string
  /** What a line or row holds one of: of `record`, `rating` and rated `unit`, an item or annotation gives none, one or several. */
  rows: ExportRows
  /** What it is made from, as the page counts it. */
  counts: 'finished' | 'annotations' | 'independent' | { gold: string }
  reach: AnswerReach
  roles: readonly Role[]
  /** What its lines are, for a file that goes out as the database has written it. */
  bytes?: (scope: ExportScope) => AsyncGenerator<Uint8Array>
}

/** A file of lines, or of CSV. */
export interface TextKind extends KindHead {
  extension: 'jsonl' | 'csv'
  lines(scope: ExportScope): AsyncGenerator<string>
}

/** A table as one of its two files. */
export interface TableKind extends KindHead {
  extension: 'parquet' | 'csv'
  table: Table
  lines(scope: ExportScope): AsyncGenerator<string | Uint8Array>
}

export type ExportKind = TextKind | TableKind

const EVERYONE: readonly Role[] = ['manager', 'reviewer', 'viewer']
// Answers of single people are for those who may read them on the consolidation screen.
const ANSWER_READERS: readonly Role[] = ['manager', 'reviewer']

const OWN: readonly TextKind[] = [
  {
    key: 'native',
    title: 'Gold with its history (native)',
    description: `Lossless: gold, units, how and by whom each value was settled, the source record verbatim, discarded items with their reason. Versioned (${NATIVE_VERSION}), and can be imported again.`,
    rows: 'item',
    counts: 'finished',
    reach: 'gold',
    roles: EVERYONE,
    extension: 'jsonl',
    lines: nativeLines,
    bytes: nativeBytes,
  },
  {
    key: 'annotations',
    title: 'Raw annotations',
    description:
      'Every submitted annotation of every round with its labels, once all annotators of a task have submitted. Each label says whether a suggestion for it was in sight, and what became of it.',
    rows: 'annotation',
    counts: 'annotations',
    reach: 'revealed',
    roles: ANSWER_READERS,
    extension: 'jsonl',
    lines: annotationLines,
  },
  {
    key: 'ratings',
    title: 'Agreement inputs (CSV)',
    description:
      'The frozen, independent ratings that agreement is computed from, in long form: measure, unit, item, domain, annotator, value.',
    rows: 'rating',
    counts: 'independent',
    reach: 'revealed',
    roles: ANSWER_READERS,
    extension: 'csv',
    lines: ratingCsv,
  },
  {
    key: 'ratings-json',
    title: 'Agreement inputs (JSON lines)',
    description: 'The same ratings, one JSON object each.',
    rows: 'rating',
    counts: 'independent',
    reach: 'revealed',
    roles: ANSWER_READERS,
    extension: 'jsonl',
    lines: ratingLines,
  },
  {
    key: 'distributions',
    title: 'Label distributions',
    description:
      'For each unit how often each value was given by independent annotators, as counts and as shares (the soft label), with its entropy and who could answer. Beside gold, never in its place.',
    rows: 'unit',
    counts: 'independent',
    reach: 'revealed',
    roles: ANSWER_READERS,
    extension: 'jsonl',
    lines: distributionLines,
  },
]

/** The exports of a project under this protocol: its own formats that carry gold, the product's lines, then the tables. */
export const exportKinds = (protocol: Protocol): ExportKind[] => [
  ...publishedKinds(protocol),
  ...OWN,
  ...tablesOf(protocol).flatMap(tableKinds),
]

/** Gold in the protocol's own formats. */
export function publishedKinds(protocol: Protocol): TextKind[] {
  const last = protocol.stages.at(-1)?.key ?? protocol.stages[0].key
  const writers = new Map<NonNullable<RecordFormat['write']>, RecordFormat>()
  // Formats that write the same record are one export.
  for (const format of protocol.formats)
    if (format.write && !writers.has(format.write)) writers.set(format.write, format)
  const formats = [...writers].map(([write, format]): ExportFormat => {
    const { key, title, description, stage = last, csv, rows, each } = format
    return {
      key,
      title,
      description,
      stage,
      ...(csv ? { csv } : {}),
      ...(rows ? { rows } : {}),
      ...(each ? { each } : {}),
      write: (gold) => [write(gold)],
    }
  })
  return [
    ...formats.map((format) => goldKind(protocol, format, format.rows ? 'record' : 'item')),
    ...protocol.exports.map((format) => goldKind(protocol, format, 'record')),
    ...protocol.formats.flatMap(({ join = [], stage = last }) => join.map((partner) => partnerKind(partner, stage))),
  ]
}

/** A second file that belongs to the records. */
const partnerKind = ({ name, file }: JoinedFile, stage: string): TextKind => ({
  key: `second-${name}`,
  title: `Second file: ${file}`,
  description: `What belongs to the records from ${file}, one JSON record a line as it came, each that an item with gold has.`,
  rows: 'record',
  counts: { gold: stage },
  reach: 'gold',
  roles: EVERYONE,
  extension: 'jsonl',
  lines: (scope) => partnerLines(scope, stage, name),
})

/** A table is in the same words as in a release, and has what single annotators said where the reader may know it. */
function tableKinds(table: Table): TableKind[] {
  const { key, title, description, from } = table
  const isGold = from === 'items'
  const head = {
    description,
    rows: 'row' as const,
    counts: isGold ? ('finished' as const) : from === 'ratings' ? ('independent' as const) : ('annotations' as const),
    reach: isGold ? ('gold' as const) : ('revealed' as const),
    roles: isGold ? EVERYONE : ANSWER_READERS,
    table,
  }
  return [
    {
      ...head,
      key: `table-${key}`,
      title: `Table: ${title} (Parquet)`,
      extension: 'parquet',
      lines: (scope) => parquetParts(scope, table),
    },
    {
      ...head,
      key: `table-${key}-csv`,
      title: `Table: ${title} (CSV)`,
      extension: 'csv',
      lines: (scope) => csvParts(scope, table),
    },
  ]
}

function goldKind(protocol: Protocol, format: ExportFormat, rows: ExportRows): TextKind {
  const { key, title, description, stage, csv } = format
  const several = protocol.stages.length > 1
  const { title: stageTitle, consolidation } = stageByKey(protocol, stage)
  const what = consolidation === 'votes' ? 'Votes' : 'Gold'
  const extent = several ? ` Items whose stages up to “${stageTitle}” are gold, and none of them stale.` : ''
  return {
    key,
    title: `${what} as ${title}`,
    description: `${csv ? 'CSV with a heading' : format.each ? 'One JSON document a line, as a file that was imported' : 'One JSON record a line'}. ${description}${extent}`,
    rows,
    counts: { gold: stage },
    reach: 'gold',
    roles: EVERYONE,
    extension: csv ? 'csv' : 'jsonl',
    lines: (scope) => (csv ? goldCsv : goldLines)(scope, format),
  }
}
