/** What becomes of each record of a file: run in the processes that read foreign input (foreign-readers.ts). Pure. */

import { exactJson } from '@/lib/platform/foreign/records/exact-numbers'
import type { FileChoice, FileFacts } from '@/lib/platform/foreign/records/file-facts'
import { withoutPartners } from '@/lib/platform/foreign/records/partners'
import { rowLines, rowsOf } from '@/lib/platform/foreign/records/row-groups'
import {
  isNative,
  type JsonObject,
  type PartnerFound,
  type SourceEntry,
  type SourceProblem,
  type SourceRecord,
} from '@/lib/platform/foreign/records/source-entry'
import { originalOf } from '@/lib/platform/foreign/records/stored-source'
import { protocolById } from '@/lib/protocols'
import { discardReasonText } from '@/lib/protocols/discard-reason-text'
import type { Json, Protocol, RecordProblem } from '@/lib/protocols/protocol'
import type { JoinedFile } from '@/lib/protocols/records'
import { codePoints } from '@/lib/text/code-points'
import { checkSize } from './check-size'
import { PREVIEW_RECORDS, type PreviewRecord } from './contract'
import { type Identified, type UnitsKeys, unitsKeysOf } from './identity'
import { type ColumnGlimpse, glimpsesOf } from './mapping/columns'
import type { ColumnMapping } from './mapping/contract'
import { type AsTheyStand, isOwnRecord, PROBLEMS_COLUMN } from './mapping/guess'
import { tableRows } from './mapping/table-rows'
import { toolRows } from './mapping/tool-rows'
import { type ItemReading, isLabelled, type ReadItem, readItems } from './read-item'
import { joinIn, rowGroupsIn } from './rows'

/** A record with all that was made of it. */
export interface Readings<Item> {
  ok: true
  line: number
  /** About the record as a whole. */
  warnings: RecordProblem[]
  items: Item[]
  /** Of each second file of the protocol: had it a partner for this record? Left out where there are no such files. */
  partners?: readonly PartnerFound[]
}

/** What the check of a file keeps of an item. */
export interface ItemCheck extends Identified {
  formatTitle: string
  labelled: boolean
  /** Of the first stage's units: labels are added to an item that has the same. null without labels. */
  unitsKeys: UnitsKeys | null
  /** Are its labels votes? */
  votes: boolean
  /** Does it carry labels of later stages too? */
  hasFurtherLabels: boolean
  /** Of the first items of a file; null of the others. */
  preview: Omit<PreviewRecord, 'duplicate' | 'repeated'> | null
}

/** `More`: what comes along with what the check has to know. */
export type ItemCheckReading<More extends object = object> =
  | ({ ok: true; check: ItemCheck; warnings: RecordProblem[] } & More)
  | { ok: false; problems: RecordProblem[]; warnings: RecordProblem[] }

export interface ItemsInput {
  protocolId: string
  /** null: the records are of a format of the protocol as they stand. */
  mapping?: ColumnMapping | null
  /** How the file is to be read. */
  choice?: FileChoice
  /** Are records that are too large for anybody to work on problems? A check finds them before. */
  withSizes?: boolean
}

/** What the first records of a file show of its columns. */
export interface ColumnReading {
  ok: true
  glimpses: ColumnGlimpse[]
  /** Is the record read as it stands: by a published format or as an export, or by the format of bare fields? */
  asItStands: keyof AsTheyStand | null
  /** Of the first record. */
  facts: FileFacts | null
}

/** The columns of each record, and whether it needs them to be mapped. */
export function columnsOf({ protocolId }: Pick<ItemsInput, 'protocolId' | 'choice'>) {
  const protocol = protocolById(protocolId)
  return (entry: SourceEntry): ColumnReading | SourceProblem => {
    if (!entry.ok) return withoutRecord(entry)
    const { value, facts = null } = entry
    const groups = rowGroupsIn(protocol)
    if (groups && !isNative(value)) {
      const glimpses = rowsOf(groups, value).flatMap(glimpsesOf)
      return { ok: true, glimpses, asItStands: asItStands(protocol, value), facts }
    }
    const rows = toolRows(value)
    if (rows) return { ok: true, glimpses: rows.flatMap(glimpsesOf), asItStands: null, facts }
    const record = withoutPartners(value, joinIn(protocol)) as JsonObject
    const standing = asItStands(protocol, value)
    const isRead = standing === 'published' || standing === 'plain'
    const table = entry.isAlone && !isRead ? tableRows(record) : null
    if (table) return { ok: true, glimpses: table.flatMap(({ row }) => glimpsesOf(row)), asItStands: null, facts }
    return { ok: true, glimpses: glimpsesOf(record), asItStands: standing, facts }
  }
}

/** Which kind of format reads a record as it stands; null where none does. One with fields beside the bare ones is its format's own. */
export function asItStands(protocol: Protocol, value: JsonObject): ColumnReading['asItStands'] {
  if (isNative(value)) return 'published'
  const format = protocol.formats.find((each) => each.recognises(value))
  if (!format) return null
  const isRead = format.split ? format.split(value).ok : format.read(value).ok
  const { columns } = protocol
  if (format.key !== columns?.format) return isRead ? 'published' : 'recognised'
  if (!isRead) return null
  return isOwnRecord(columns, value) ? 'published' : 'plain'
}

/** What is wrong, without the record that it is wrong with, which may be long. */
const withoutRecord = (problem: SourceProblem): SourceProblem => {
  const { ok, line, kind, field, message, fix, facts, file } = problem
  return { ok, line, kind, field, message, fix, ...(facts ? { facts } : {}), ...(file === undefined ? {} : { file }) }
}

/** The items of each record under a protocol. */
export function itemsOf({ protocolId, mapping = null, withSizes = false }: ItemsInput) {
  const protocol = protocolById(protocolId)
  return (entry: SourceEntry): Readings<ItemReading> | SourceProblem => {
    if (!entry.ok) return withoutRecord(entry)
    const { readings, warnings } = readItems(protocol, entry, mapping)
    const items = withSizes ? readings.map((reading) => withSize(protocol, reading)) : readings
    const { line, partners } = entry
    return { ok: true, line, warnings, items, ...(partners ? { partners } : {}) }
  }
}

/** A reading in which an item that is too large is a problem. */
function withSize(protocol: Protocol, reading: ItemReading): ItemReading {
  const problems = reading.ok ? checkSize(protocol, reading.item) : []
  return problems.length > 0 ? { ok: false, problems, warnings: reading.warnings } : reading
}

export interface RejectedInput extends ItemsInput {
  /** Is the file a table? Else its records are given back as JSON. */
  isTable: boolean
}

/** A row of a table that cannot be imported, with what is wrong with it in words. */
export interface RejectedRow {
  /** By the names of the columns; or one after the other, where there are too many or too few. */
  cells: JsonObject | string[]
  problems: string
}

/** What a file of the rejected records is made of: a finished line of JSON; or the names of a table's columns, and its rows. */
export type RejectedPart = { json: string } | { names: string[] } | RejectedRow

/** The records of a file that cannot be imported; nothing of the others but, once, the names of their columns. */
export function rejectedOf({ isTable, ...input }: RejectedInput) {
  const read = itemsOf({ ...input, withSizes: true })
  const protocol = protocolById(input.protocolId)
  const groups = rowGroupsIn(protocol)
  const ownOf = ownFields(joinIn(protocol))
  let isNamed = !isTable
  return (entry: SourceEntry): RejectedPart[] => {
    const rows = groups && entry.ok && !isNative(entry.value) ? rowsOf(groups, ownOf(entry)) : null
    const names = isNamed ? null : rows ? Object.keys(rows[0] ?? {}) : namesOf(entry, ownOf)
    isNamed ||= names !== null
    const heading = names ? [{ names }] : []
    const reading = read(entry)
    // What is wrong in a second file is mended there.
    if (!reading.ok && reading.file !== undefined) return heading
    const found = reading.ok ? reading.items.flatMap((item) => (item.ok ? [] : item.problems)) : [reading]
    if (found.length === 0) return heading
    const parts =
      rows && entry.ok
        ? rejectedRows(rows, entry, { found, isTable })
        : [rejectedRecord(entry, { found, isTable, ownOf })]
    return [...heading, ...parts]
  }
}

function rejectedRecord(
  entry: SourceEntry,
  { found, isTable, ownOf }: { found: readonly RecordProblem[]; isTable: boolean; ownOf: OwnOf },
): RejectedPart {
  const problems = saidOf(entry.line, found)
  const value = entry.ok ? ownOf(entry) : entry.value
  if (!isTable) return { json: rejectedJson(value ?? {}, problems) }
  const cells = entry.ok ? undefined : entry.row?.cells
  return { cells: value ?? cells ?? {}, problems }
}

/** All rows of an item that cannot be imported, each with what is wrong with it: mended, they are read together again. */
function rejectedRows(
  rows: readonly JsonObject[],
  { line: first, value }: SourceRecord,
  { found, isTable }: { found: readonly RecordProblem[]; isTable: boolean },
): RejectedPart[] {
  const lines = rowLines(value) ?? []
  return rows.map((row, index) => {
    const line = lines[index] ?? first
    const rowProblems = found.filter((problem) => (problem.line ?? first) === line)
    const problems =
      rowProblems.length > 0 ? saidOf(line, rowProblems) : `line ${line}: another row of the item has a problem.`
    return isTable ? { cells: row, problems } : { json: rejectedJson(row, problems) }
  })
}

/** What is wrong with a record, in words. */
export const saidOf = (line: number, found: readonly RecordProblem[]): string =>
  `line ${line}: ${found.map(({ field, message, fix }) => `${field ? `${field}: ` : ''}${message} ${fix}`).join(' ')}`

/** A rejected record as JSON. Numbers stand as they were written where the notes on them still do: in the reading process. */
export const rejectedJson = (value: JsonObject, problems: string): string =>
  exactJson({ ...value, [PROBLEMS_COLUMN]: problems })

type OwnOf = (record: SourceRecord) => JsonObject

/** The record as it stood in its own file. */
const ownFields =
  (join: readonly JoinedFile[]): OwnOf =>
  ({ escaped = false, value }) =>
    withoutPartners(originalOf({ escaped }, value), join) as JsonObject

const namesOf = (entry: SourceEntry, ownOf: OwnOf): string[] | null =>
  entry.ok ? Object.keys(ownOf(entry)) : entry.value ? Object.keys(entry.value) : (entry.row?.names ?? null)

/** What the check of a file needs of each record: no texts but those of the preview. */
export const itemChecksOf = (input: ItemsInput) => checkedOf(input, () => ({}))

/** The same with the items, where they are written while the file is checked. */
export const checkedItemsOf = (input: ItemsInput) => checkedOf(input, (item) => ({ item }))

function checkedOf<More extends object>(input: ItemsInput, more: (item: ReadItem) => More) {
  const protocol = protocolById(input.protocolId)
  const read = itemsOf({ ...input, withSizes: true })
  let previews = 0
  const checkOf = (reading: ItemReading): ItemCheckReading<More> => {
    if (!reading.ok) return reading
    const { item, warnings } = reading
    return { ok: true, check: inShort(protocol, item, previews++ < PREVIEW_RECORDS), warnings, ...more(item) }
  }
  return (entry: SourceEntry): Readings<ItemCheckReading<More>> | SourceProblem => {
    const readings = read(entry)
    return readings.ok ? { ...readings, items: readings.items.map(checkOf) } : readings
  }
}

function inShort(protocol: Protocol, item: ReadItem, withPreview: boolean): ItemCheck {
  const { externalId, contentKey, contentHash, formatTitle, stages } = item
  const [first] = stages
  return {
    externalId,
    contentKey,
    contentHash,
    formatTitle,
    labelled: isLabelled(item),
    unitsKeys: first?.answers ? unitsKeysOf(first.units) : null,
    votes: (first?.votes ?? null) !== null,
    hasFurtherLabels: stages.filter(({ answers }) => answers).length > 1,
    preview: withPreview ? previewOf(protocol, item) : null,
  }
}

/** Long texts are cut: the preview is to recognise records by. */
const PREVIEW_TEXT = 400
const PREVIEW_UNITS = 40
const PREVIEW_LABELS = 200

/** With an ellipsis where something is left out. */
function begin(text: string): string {
  const points = codePoints(text.slice(0, 2 * PREVIEW_TEXT + 2))
  return points.length > PREVIEW_TEXT ? `${points.slice(0, PREVIEW_TEXT).join('')}…` : text
}

function previewOf(protocol: Protocol, item: ReadItem): Omit<PreviewRecord, 'duplicate' | 'repeated'> {
  const { line, title, externalId, domain, source, formatTitle: format } = item
  const all = item.stages[0]?.units ?? []
  const units = all.slice(0, PREVIEW_UNITS).map(({ key, kind, text }) => ({ key, kind, text: begin(text) }))
  const parts = protocol
    .present(item.content)
    .filter(({ text }) => text !== '')
    .map((part) => ({ title: part.title, text: begin(part.text) }))
  const discarded = item.discarded && discardReasonText(protocol, item.discarded.reason)
  const labels = labelsOf(protocol, item)
  return {
    line,
    title,
    externalId,
    domain,
    source,
    format,
    units,
    unitsLeft: all.length - units.length,
    parts,
    labels,
    labelled: isLabelled(item),
    discarded,
  }
}

/** Answers of the first stage in words: choices, sets, numbers and texts. */
function labelsOf({ stages: [stage] }: Protocol, item: ReadItem): PreviewRecord['labels'] {
  const answers = Object.entries(item.stages[0]?.answers ?? {})
  return answers
    .flatMap(([unit, values]) =>
      Object.entries(values).flatMap(([key, value]) => {
        const question = stage.questions.find((each) => each.key === key)
        const isShown = question && SHOWN_FORMS.includes(question.form) && value !== null
        if (!isShown) return []
        const textOf = (one: Json) => question.options?.find((each) => each.value === one)?.text ?? String(one)
        const text = Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value)
        return [{ unit, question: question.title, value: begin(text) }]
      }),
    )
    .slice(0, PREVIEW_LABELS)
}

const SHOWN_FORMS = ['choice', 'set', 'number', 'text']
