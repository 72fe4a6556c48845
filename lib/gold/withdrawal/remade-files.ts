/**
 * A file of a release without a withdrawn item. Tables and lines that name the item keep its row with what identifies it; a published shape
 * has no place for such a row, so it is left out, as a sample of Inspect is. Every other byte stays. Pure.
 */
import { parse } from 'csv-parse/sync'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { documentsAgain } from '@/lib/gold/releases/documents-again'
import type { Written } from '@/lib/gold/releases/rows-in-file-order'
import { ParquetFile } from '@/lib/gold/releases/tables/parquet'
import { type Column, ITEM_COLUMN, type TableRow } from '@/lib/gold/releases/tables/table'
import { bareEntry } from '@/lib/platform/foreign/records/entry-places'
import { readStoredRecord } from '@/lib/platform/foreign/records/parse-stored'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import { plainCsvRow } from '@/lib/platform/server/streams/plain-csv-row'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import type { EntriesAt } from '@/lib/protocols/records'
import type { NativeRecord } from '@/lib/workspace/imports/native/contract'
import { WITHDRAWN, type Withdrawn } from '@/lib/workspace/items/withdrawn/contract'
import { hashOf, type SoughtText, valuesIn, withoutTexts, withoutTextsInJson, withoutTextsInSource } from './texts'

/** What is withdrawn, as a release knows it. */
export interface TakenOut {
  /** Of the item and of copies in the same project. */
  positions: ReadonlySet<number>
  /** That no other item has, the longest first. */
  texts: readonly SoughtText[]
  /** Every text of the item and every answer about it, however short. */
  allTexts: ReadonlySet<string>
  withdrawn: Withdrawn
  /** Where published records stand in the JSON documents of the release; null where each has a line. */
  each: EntriesAt | null
}

export interface RemadeFile {
  bytes: Buffer
  /** So many rows fewer. */
  dropped: number
}

/** Columns and fields that say which row it is, and nothing of what it says. */
const KEPT = new Set([
  ...[
    ITEM_COLUMN,
    'id',
    'unit',
    'stage',
    'kind',
    'parent',
    'position',
    'measure',
    'question',
    'annotator',
    'voter',
    'vote',
  ],
  ...['what', 'state', 'round', 'released'],
])
const TEXTS = new Set(['text', 'content'])

const titleOf = ({ reason }: Withdrawn) => `${WITHDRAWN}: ${reason}`

/** Samples of Inspect, which are nothing without their texts. */
const isSample = (path: string): boolean => path.startsWith('inspect/')

/** Is it a published shape, whose rows name items in their own ways or not at all? */
const isPublished = (path: string): boolean => path.startsWith('data/')

/** The file as it is from now on; null where it stays as it is. `columns`: of a table. */
export async function remadeFile(
  path: string,
  bytes: Buffer,
  columns: readonly Column[] | null,
  removal: TakenOut,
): Promise<RemadeFile | null> {
  if (path.endsWith('.parquet')) return columns && remadeParquet(bytes, columns, removal)
  const text = bytes.toString('utf8')
  const { each } = removal
  const newContent = path.endsWith('.jsonl')
    ? each && isPublished(path)
      ? await remadeDocuments(text, each, removal)
      : remadeLines(path, text, removal)
    : path.endsWith('.csv')
      ? remadeCsv(path, text, removal)
      : { text: rewriteOf(path)(text, removal.texts), dropped: 0 }
  return newContent.text === text ? null : { bytes: Buffer.from(newContent.text), dropped: newContent.dropped }
}

/** How texts are taken out of a file that has neither lines nor cells. */
function rewriteOf(path: string): typeof withoutTexts {
  if (path.endsWith('.json')) return withoutTextsInJson
  return /\.(ya?ml|py)$/.test(path) ? withoutTextsInSource : withoutTexts
}

/** Is a row of a published shape the item's? It has a text of the item alone, or says nothing but what the item's texts and answers say. */
function isItsRow(values: readonly string[], { texts, allTexts }: TakenOut): boolean {
  if (values.some((value) => texts.some(({ text }) => value.includes(text)))) return true
  const filledValues = values.filter((value) => value !== '')
  return filledValues.length > 0 && filledValues.every((value) => allTexts.has(value))
}

function remadeLines(path: string, text: string, removal: TakenOut): { text: string; dropped: number } {
  let dropped = 0
  const lines = text.split('\n').flatMap((line) => {
    if (line === '') return [line]
    const value: Json = JSON.parse(line)
    const position = positionIn(value)
    const isOfItem = position !== null && removal.positions.has(position)
    if (isOfItem && isSample(path)) {
      dropped += 1
      return []
    }
    if (isOfItem) return [JSON.stringify(tombstone(path, value, removal))]
    if (isPublished(path) && isItsRow(valuesIn(value), removal)) {
      dropped += 1
      return []
    }
    return [withoutTextsInJson(line, removal.texts)]
  })
  return { text: lines.join('\n'), dropped }
}

/** Documents without the records of the item; what stands beside records stays. */
async function remadeDocuments(
  text: string,
  each: EntriesAt,
  removal: TakenOut,
): Promise<{ text: string; dropped: number }> {
  const left: Written[] = []
  let isIts = false
  for await (const entry of readRecords(once(Buffer.from(text)), { each })) {
    // Records of others share the document: it is not dropped, and loses the texts that the item alone has.
    if (!entry.ok) return { text: withoutTextsInJson(text, removal.texts), dropped: 0 }
    const { value } = entry
    const source = readStoredRecord(entry.raw)
    const isOfItem = isItsRow(valuesIn(bareEntry([], value)), removal)
    isIts ||= isOfItem
    left.push({ source, record: isOfItem ? null : source.value, importId: null })
  }
  let newText = ''
  for await (const part of documentsAgain(once(left), each)) newText += part
  return { text: withoutTextsInJson(isIts ? newText : text, removal.texts), dropped: 0 }
}

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}

function positionIn(value: Json): number | null {
  if (!isJsonRecord(value)) return null
  const item = value[ITEM_COLUMN] ?? null
  const position = isJsonRecord(item) ? item.position : item
  return typeof position === 'number' ? position : null
}

/** A line of the item, in the shape of the file. */
function tombstone(path: string, line: Json, { withdrawn }: TakenOut): Json {
  const of = line as Record<string, Json>
  const item = of[ITEM_COLUMN] ?? null
  if (path === 'assay.jsonl') return nativeTombstone(line as unknown as NativeRecord, withdrawn) as unknown as Json
  const place = isJsonRecord(item)
    ? {
        position: item.position ?? null,
        externalId: item.externalId ?? null,
        ...('title' in item ? { title: titleOf(withdrawn) } : {}),
      }
    : item
  const remainingFields = Object.entries(of).flatMap(([key, value]): [string, Json][] => {
    if (key === ITEM_COLUMN) return [[key, place]]
    if (Array.isArray(value)) return [[key, []]]
    return KEPT.has(key) || key === 'change' ? [[key, value]] : [[key, null]]
  })
  return { ...Object.fromEntries(remainingFields), withdrawn: true }
}

function nativeTombstone({ format, protocol, item }: NativeRecord, { reason, at }: Withdrawn): NativeRecord {
  return {
    format,
    protocol,
    item: {
      position: item.position,
      externalId: item.externalId,
      title: `${WITHDRAWN}: ${reason}`,
      domain: null,
      source: null,
      format: item.format,
      record: null,
      contentHash: item.contentHash,
      content: withHashes(item.content),
      discarded: { reason: WITHDRAWN, note: reason, at },
      overrides: [],
    },
    stages: [],
  }
}

/** As `withdrawn_json` of the database, but for names, which the protocol gives. */
function withHashes(value: Json): Json {
  if (typeof value === 'string') return value === '' ? value : hashOf(value)
  if (Array.isArray(value)) return value.map(withHashes)
  if (!isJsonRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      /^[\w.:/-]{1,64}$/.test(key) ? key : hashOf(key),
      withHashes(part ?? null),
    ]),
  )
}

function remadeCsv(path: string, text: string, removal: TakenOut): { text: string; dropped: number } {
  const rows: string[][] = parse(text, { relaxColumnCount: true })
  const [head = [], ...body] = rows
  const itemColumn = head.indexOf(ITEM_COLUMN)
  let dropped = 0
  const left = body.flatMap((row) => {
    if (itemColumn >= 0 && removal.positions.has(Number(row[itemColumn])))
      return [row.map((cell, index) => blanked(head[index] ?? '', cell, removal) ?? '')]
    if (itemColumn < 0 && isPublished(path) && isItsRow(row, removal)) {
      dropped += 1
      return []
    }
    return [row.map((cell) => withoutTexts(cell, removal.texts))]
  })
  // Nothing is changed, so the file stays as it was written.
  if (dropped === 0 && left.every((row, index) => row.every((cell, column) => cell === body[index]?.[column])))
    return { text, dropped }
  const end = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
  return { text: [head, ...left].map((row) => `${plainCsvRow(row).slice(0, -1)}${end}`).join(''), dropped }
}

/** A cell in a row of the item. */
function blanked<Value>(column: string, value: Value, { withdrawn }: TakenOut): Value | string | null {
  if (KEPT.has(column)) return value
  if (typeof value !== 'string' || value === '') return null
  if (column === 'title') return titleOf(withdrawn)
  return TEXTS.has(column) ? hashOf(value) : null
}

async function remadeParquet(bytes: Buffer, columns: readonly Column[], removal: TakenOut): Promise<RemadeFile | null> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const stored = await parquetReadObjects({ file, compressors })
  let isChanged = false
  const rows = stored.map((row): TableRow => {
    const cells = columns.map(({ name }) => cellOf(row[name]))
    const itemColumn = columns.findIndex(({ name }) => name === ITEM_COLUMN)
    const isIts = removal.positions.has(Number(cells[itemColumn]))
    return cells.map((cell, index) => {
      const newCell = isIts ? blanked(columns[index]?.name ?? '', cell, removal) : withoutQuotes(cell, removal.texts)
      if (newCell !== cell) isChanged = true
      return newCell
    })
  })
  if (!isChanged) return null
  const newFile = new ParquetFile(columns)
  return { bytes: Buffer.concat([...newFile.add(rows), ...newFile.end()]), dropped: 0 }
}

function cellOf(value: unknown): TableRow[number] {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return Number(value)
  return value as TableRow[number]
}

function withoutQuotes(cell: TableRow[number], texts: readonly SoughtText[]): TableRow[number] {
  if (typeof cell === 'string') return withoutTexts(cell, texts)
  if (!Array.isArray(cell)) return cell
  const newTexts = cell.map((text: string) => withoutTexts(text, texts))
  return newTexts.every((text, index) => text === cell[index]) ? cell : newTexts
}
