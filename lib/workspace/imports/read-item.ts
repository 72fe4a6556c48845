/** From a record of a file to what will be written of it, by the formats of the project's protocol. Pure. */

import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { exactJson } from '@/lib/platform/foreign/records/exact-numbers'
import { readStoredRecord } from '@/lib/platform/foreign/records/parse-stored'
import { isNative, type JsonObject, type SourceRecord } from '@/lib/platform/foreign/records/source-entry'
import { originalOf } from '@/lib/platform/foreign/records/stored-source'
import { findings } from '@/lib/protocols/completeness'
import type { Finding, Json, Protocol, ReadRecord, RecordFormat, RecordProblem } from '@/lib/protocols/protocol'
import { type ReadStage, readStages } from '@/lib/protocols/read-stages'
import { excerpt } from '@/lib/text/excerpt'
import type { OwnFacts } from '@/lib/workspace/items/facts/contract'
import { contentKeyOf } from './identity'
import type { ColumnMapping } from './mapping/contract'
import { answersOf, mapRecord } from './mapping/map-record'
import { type TableRow, tableRows } from './mapping/table-rows'
import { toolNotes, toolRows } from './mapping/tool-rows'
import { NATIVE_FORMAT, type ReadOverride, readNative } from './read-native'
import { readUnder } from './rows'

export interface ReadItem extends Omit<ReadRecord, 'segments' | 'answers' | 'votes' | 'warnings' | 'discarded'> {
  line: number
  /** The verbatim record and the key of the format that read it. */
  record: string
  format: string
  /** What people see of the format. */
  formatTitle: string
  contentHash: string
  /** Of its content, without labels and id (`identity.ts`). */
  contentKey: string
  /** Are its texts escaped, because some of its record could not be stored? */
  escaped: boolean
  /** The first stage, and those behind it that the record's labels lead to. */
  stages: ReadStage[]
  discarded: { reason: string; note: string | null } | null
  /** Labels of the whole item that a person decided on, oldest first. */
  overrides: ReadOverride[]
  /** What managers said of it beside the record, where an export of this application says so. */
  own?: OwnFacts
}

/** Does the record carry labels, of whatever stage? */
export const isLabelled = ({ stages }: Pick<ReadItem, 'stages'>): boolean => stages.some(({ answers }) => answers)

export type ItemReading =
  | { ok: true; item: ReadItem; warnings: RecordProblem[] }
  | { ok: false; problems: RecordProblem[]; warnings: RecordProblem[] }

/**
 * sha-256 over the canonical JSON (RFC 8785): key order and white space do not make another record. A record whose texts
 * are escaped is another than one that has the signs themselves.
 */
export const contentHashOf = ({ value, escaped }: { value: Json; escaped?: boolean }): string =>
  hash('sha256', `${escaped ? 'escaped ' : ''}${canonicalize(value) ?? ''}`)

/** Reads all items of a record: one, unless its format splits records; `warnings` are about the record as a whole. */
export function readItems(
  protocol: Protocol,
  entry: SourceRecord,
  mapping: ColumnMapping | null = null,
): { readings: ItemReading[]; warnings: RecordProblem[] } {
  if (mapping && !isNative(entry.value)) return readRows(protocol, entry, mapping)
  const format = isNative(entry.value) ? undefined : protocol.formats.find((each) => each.recognises(entry.value))
  if (!format?.split) return { readings: [readItem(protocol, entry)], warnings: [] }
  const result = format.split(entry.value)
  if (!result.ok) return { readings: [{ ok: false, problems: result.problems, warnings: entry.notes }], warnings: [] }
  const whole = originalOf({ escaped: entry.escaped ?? false }, entry.value)
  const readings = result.records.map((value) =>
    readItem(protocol, value === entry.value ? entry : sourceOfPart(entry, whole, value)),
  )
  const isWhole = result.records[0] === entry.value
  return { readings, warnings: [...(isWhole ? [] : entry.notes), ...result.warnings] }
}

/**
 * A record that a format made of one in the file; `whole` is that one with the texts it had. It is left out where notes on numbers stand
 * on the record itself: of a table, going through the whole for each row would take time that grows with the square.
 */
function sourceOfPart(entry: SourceRecord, whole: Json | undefined, value: JsonObject): SourceRecord {
  const raw = exactJson(originalOf({ escaped: entry.escaped ?? false }, value), whole)
  if (!entry.escaped) return { ...entry, value, raw, notes: [] }
  const source = readStoredRecord(raw)
  return { ...entry, value: source.value as JsonObject, escaped: source.escaped, raw, notes: [] }
}

/** Reads one record. All that is wrong with it comes back at once. */
export function readItem(protocol: Protocol, entry: SourceRecord): ItemReading {
  if (isNative(entry.value)) return entry.escaped ? unstorableNative(entry) : fromNative(protocol, entry)
  const format = protocol.formats.find((candidate) => candidate.recognises(entry.value))
  if (!format)
    return { ok: false, problems: [unknownFormat(protocol, Object.keys(entry.value))], warnings: entry.notes }
  return readBy(protocol, format, entry)
}

function readBy(protocol: Protocol, format: RecordFormat, entry: SourceRecord): ItemReading {
  const result = readUnder(format, entry)
  if (!result.ok) return { ok: false, problems: result.problems, warnings: entry.notes }
  const { segments, answers, votes = [], warnings, discarded, ...record } = result.record
  const voted = { [protocol.stages[0].key]: votes }
  return {
    ok: true,
    warnings: [...entry.notes, ...warnings],
    item: {
      ...record,
      title: titleOf(record, entry.line),
      line: entry.line,
      record: entry.raw,
      format: format.key,
      formatTitle: format.title,
      contentHash: contentHashOf(entry),
      contentKey: contentKeyOf(protocol, record.content, entry.escaped ?? false),
      escaped: entry.escaped ?? false,
      stages: readStages(protocol, { content: record.content, segments, answers, votes: voted }),
      discarded: discarded ?? null,
      overrides: [],
    },
  }
}

/** What lists and desks call an item: where its text begins with no words, its id or its place in the file tells it. */
const titleOf = ({ title, externalId }: { title: string; externalId: string | null }, line: number): string =>
  [title, externalId ?? ''].find((text) => text.trim() !== '') ?? `Record on line ${line}`

/** Reads a record whose columns are somebody's own; an export of another tool may hold the labels of several people in one. */
function readRows(protocol: Protocol, entry: SourceRecord, mapping: ColumnMapping) {
  const rows = toolRows(entry.value)
  const table = rows || !entry.isAlone ? null : tableRows(entry.value)
  if (table) return readTable(protocol, entry, { mapping, table })
  if (!rows) return { readings: [readMapped(protocol, entry, mapping)], warnings: [] }
  const whole = originalOf({ escaped: entry.escaped ?? false }, entry.value)
  const readings = rows.map((row) => readMapped(protocol, sourceOfPart(entry, whole, row), mapping))
  return { readings, warnings: [...entry.notes, ...toolNotes(entry.value)] }
}

/** Reads the rows of a document that is a table; what is said of one names its place in the document. */
function readTable(
  protocol: Protocol,
  entry: SourceRecord,
  { mapping, table }: { mapping: ColumnMapping; table: readonly TableRow[] },
) {
  const readings = table.map(({ row, place }): ItemReading => {
    const placed = (rowProblems: readonly RecordProblem[]) =>
      rowProblems.map((each) => (Object.hasOwn(row, each.field) ? { ...each, field: `${each.field}${place}` } : each))
    const reading = readMapped(protocol, sourceOfPart(entry, undefined, row), mapping)
    const warnings = placed(reading.warnings)
    return reading.ok ? { ...reading, warnings } : { ...reading, problems: placed(reading.problems), warnings }
  })
  return { readings, warnings: [...entry.notes, AS_TABLE] }
}

const AS_TABLE: RecordProblem = {
  field: '',
  message: 'The fields of this document are read as the columns of a table, with a record for each row.',
  fix: 'Nothing, if that is meant. If the document is one record, put it in a list.',
}

/** Reads a record whose columns are somebody's own. */
function readMapped(protocol: Protocol, entry: SourceRecord, mapping: ColumnMapping): ItemReading {
  const { value, labels, problems, notes } = mapRecord(protocol, mapping, entry.value)
  const source = sourceOfPart(entry, originalOf({ escaped: entry.escaped ?? false }, entry.value), value)
  const warnings = [...entry.notes, ...notes]
  if (problems.length > 0) return { ok: false, problems, warnings }
  const format = protocol.formats.find(({ key }) => key === protocol.columns?.format)
  if (!format) throw new Error(`protocol ${protocol.id} reads no columns`)
  const reading = readBy(protocol, format, { ...source, notes: warnings })
  if (!reading.ok || labels.length === 0) return reading
  const { item } = reading
  const [first] = item.stages
  const stated = answersOf(protocol.stages[0], first?.units ?? [], labels)
  if (stated.problems.length > 0) return { ok: false, problems: stated.problems, warnings: reading.warnings }
  if (!first || !stated.answers) return reading
  const stageUnits = { [first.key]: { units: first.units, stale: null } }
  const stageInput = {
    content: item.content,
    segments: null,
    answers: { [first.key]: stated.answers },
    known: stageUnits,
  }
  const open = findings(protocol.stages[0], { content: item.content, units: first.units }, stated.answers)
  return {
    ok: true,
    item: { ...item, stages: readStages(protocol, stageInput) },
    warnings: [...reading.warnings, ...(open.length > 0 ? [leftOpen(protocol, open)] : [])],
  }
}

/** Without numbers and quotations, so that records which leave the same questions open are of one kind. */
function leftOpen({ stages: [stage] }: Protocol, open: readonly Finding[]): RecordProblem {
  const titleOf = ({ question, message }: Finding) =>
    stage.questions.find(({ key }) => key === question)?.title ?? message
  return {
    field: '',
    message: `The labels leave questions open: ${[...new Set(open.map(titleOf))].slice(0, OPEN_NAMED).join(', ')}.`,
    fix: 'As gold they stand with these gaps. As a member’s work, what is open is settled like a disagreement.',
  }
}

/** Questions named of those that labels leave open. */
const OPEN_NAMED = 5

function fromNative(protocol: Protocol, entry: SourceRecord): ItemReading {
  const result = readNative(protocol, entry.value)
  if (!result.ok) return { ...result, warnings: entry.notes }
  const { read, source, contentHash, ...item } = result.item
  const { segments: _segments, answers: _answers, votes: _votes, ...more } = read
  const { warnings: _known, discarded: _refused, ...record } = more
  return {
    ok: true,
    // What was worth a warning was so when the record was first imported; here its gold counts.
    warnings: entry.notes,
    item: {
      ...record,
      ...item,
      title: titleOf(record, entry.line),
      line: entry.line,
      formatTitle: NATIVE_FORMAT.title,
      contentHash: contentHash ?? contentHashOf({ value: source, escaped: item.escaped }),
      contentKey: contentKeyOf(protocol, record.content, item.escaped),
    },
  }
}

/** Exports write escaped texts, so what cannot be stored was put in since. */
const unstorableNative = ({ notes }: SourceRecord): ItemReading => ({
  ok: false,
  problems: notes.map(({ field, message }) => ({ field, message, fix: 'Export the project again.' })),
  warnings: [],
})

function unknownFormat(protocol: Protocol, fields: string[]): RecordProblem {
  const formatTitles = protocol.formats.map((format) => format.title).join(', ')
  const fieldNames = fields
    .slice(0, 8)
    .map((field) => excerpt(field, 40))
    .join(', ')
  const why = protocol.withoutColumns
  return {
    field: '',
    message: `No format of this project reads a record with these fields: ${fieldNames || '(none)'}.${why ? ` ${why.message}` : ''}`,
    fix: why?.fix ?? `Use one of: ${formatTitles}. The import page describes them.`,
  }
}
