/** A file as a table of rows: its text, and what CSV and JSON make of it. Pure. */

import { CsvError, parse } from 'csv-parse/sync'
import { listed, MatrixProblem, type PlaceInFile, shortened } from './matrix-problem'

/** A file of rows, before anybody knows which column means what. */
export interface Table {
  /** "CSV", "TSV", "JSON list", "JSON lines". */
  container: string
  columns: readonly string[]
  rows: readonly TableRow[]
}

export interface TableRow {
  /** Line of a text file, or number of the record in JSON. */
  line: number
  /** One a column; null where the record has nothing there. */
  cells: readonly (string | null)[]
  /** Of CSV: the same with the blanks around them, which places in a text are counted with. */
  written?: readonly string[]
}

/** Where a row stands, as messages say it. */
export const placeOf = (table: Table, row: TableRow, column?: string): PlaceInFile =>
  placeIn(table.container, row.line, column)

/** The same by the kind of file: records of JSON that is one value are counted, everything else stands on a line. */
export const placeIn = (container: string, line: number, column?: string): PlaceInFile =>
  container === 'JSON list' || container === 'JSON object' ? { record: line, column } : { line, column }

const SAVE_AS_TEXT = 'Save it as CSV or JSON in UTF-8.'

/** The text of a file, without its byte order mark and with line feeds only. @throws MatrixProblem for what is no UTF-8 text. */
export function decodeText(bytes: Uint8Array): string {
  refuseOtherKinds(bytes)
  const text = utf8(bytes).replace(/\r\n?/g, '\n')
  const nul = text.indexOf('\0')
  if (nul >= 0) throw new MatrixProblem('A NUL character stands here.', SAVE_AS_TEXT, { line: lineAt(text, nul) })
  if (text.trim() === '') {
    throw new MatrixProblem('The file is empty.', 'It needs a heading and a row for each unit, or JSON.')
  }
  return text
}

function refuseOtherKinds(bytes: Uint8Array): void {
  const starts = (...first: number[]) => first.every((byte, index) => bytes[index] === byte)
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) throw new MatrixProblem('The file is UTF-16.', 'Save it in UTF-8.')
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new MatrixProblem('The file is a workbook or an archive.', 'Export the sheet as CSV in UTF-8.')
  }
  if (starts(0x1f, 0x8b) || starts(0x25, 0x50, 0x44, 0x46) || starts(0x89, 0x50, 0x4e, 0x47)) {
    throw new MatrixProblem('The file is not text.', SAVE_AS_TEXT)
  }
}

/** Invalid bytes become replacement characters, which tell the line. */
function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const loose = new TextDecoder('utf-8').decode(bytes)
    throw new MatrixProblem('The file is not UTF-8.', 'Save it in UTF-8.', { line: lineAt(loose, loose.indexOf('�')) })
  }
}

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (
    let newlineIndex = text.indexOf('\n');
    newlineIndex >= 0 && newlineIndex < offset;
    newlineIndex = text.indexOf('\n', newlineIndex + 1)
  )
    line++
  return line
}

const SEPARATORS = [',', ';', '\t', '|'] as const
const MAX_COLUMNS = 2000
/** The longest row (characters). */
const MAX_ROW = 1_000_000

/** The rows of a CSV or TSV text; the first row names the columns. @throws MatrixProblem with the line. */
export function readCsv(text: string): Table {
  const delimiter = separatorOf(text)
  const [heading, ...rows] = parsed(text, delimiter)
  if (!heading) throw new MatrixProblem('The file has no rows.', 'It needs a heading and a row for each unit.')
  const columns = heading.record.map((name) => name.trim())
  checkHeading(columns, heading.line)
  const last = rows.length === 0
  if (last) throw new MatrixProblem('The file has a heading, but no rows.', 'Add a row for each unit.')
  for (const { record, line } of rows) {
    if (record.length === columns.length) continue
    throw new MatrixProblem(
      `This row has ${record.length} ${record.length === 1 ? 'field' : 'fields'}, the heading has ${columns.length}.`,
      'Look for missing or unquoted separators.',
      { line },
    )
  }
  return {
    container: delimiter === '\t' ? 'TSV' : 'CSV',
    columns,
    rows: rows.map(({ record, line }) => ({ line, cells: record.map((cell) => cell.trim()), written: record })),
  }
}

/** The separator that the first line has most of, outside quotes. */
function separatorOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text.slice(0, MAX_ROW))?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? ''
  const counts = SEPARATORS.map((separator) => first.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

interface Parsed {
  record: string[]
  line: number
}

function parsed(text: string, delimiter: string): Parsed[] {
  const rows: Parsed[] = []
  try {
    parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW,
      on_record: (record: string[], { lines }) => {
        // The parser tells where a row ends.
        const inside = record.reduce((sum, cell) => sum + (cell.split('\n').length - 1), 0)
        rows.push({ record, line: lines - inside })
        return null
      },
    })
    return rows
  } catch (error) {
    if (error instanceof CsvError) throw quoting(error, text)
    throw error
  }
}

function quoting(error: CsvError, text: string): MatrixProblem {
  const last = typeof error.lines === 'number' ? error.lines : undefined
  // The parser tells where the file ends; the quote is where it was opened.
  const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? lineAt(text, openQuote(text)) : last
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new MatrixProblem('A row is longer than 1,000,000 characters.', 'Leave long texts out.', { line })
  }
  const what =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'A quoted text is never closed; the file ends inside it.'
      : 'A double quote stands where none can be.'
  return new MatrixProblem(what, 'Put the text in double quotes and write a double quote inside it twice.', { line })
}

/** The offset of the quote that opens the text which is never closed. A quote written twice closes and opens again. */
function openQuote(text: string): number {
  let opened = -1
  for (let quoteIndex = text.indexOf('"'); quoteIndex >= 0; quoteIndex = text.indexOf('"', quoteIndex + 1)) {
    if (opened < 0) opened = quoteIndex
    else if (text[quoteIndex + 1] === '"') quoteIndex += 1
    else opened = -1
  }
  return opened
}

function checkHeading(columns: readonly string[], line: number): void {
  if (columns.length > MAX_COLUMNS) {
    throw new MatrixProblem(`There are ${columns.length} columns.`, `Keep at most ${MAX_COLUMNS}.`, { line })
  }
  const unnamed = columns.indexOf('')
  if (unnamed >= 0) {
    throw new MatrixProblem(`Column ${unnamed + 1} has no name.`, 'Name every column in the first row.', { line })
  }
  const twice = columns.filter((name, index) => columns.indexOf(name) !== index)
  if (twice.length === 0) return
  throw new MatrixProblem(
    `Columns stand twice in the heading: ${listed([...new Set(twice)])}.`,
    'Give every column its own name; if the first row already holds ratings, add a heading above it.',
    { line },
  )
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

const MAX_DEPTH = 64
const MAX_FIELDS = 2000

export type JsonFile =
  | { container: 'JSON list' | 'JSON object'; value: Json }
  | { container: 'JSON lines'; objects: JsonObject[]; lines: number[] }

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON value, or the list of the values on each line. @throws MatrixProblem with the line where it is known. */
export function readJson(text: string): JsonFile {
  const trimmed = text.trim()
  const lines = trimmed.startsWith('{') ? text.split('\n') : []
  const first = lines.find((line) => line.trim() !== '') ?? ''
  const isLines = lines.filter((line) => line.trim() !== '').length > 1 && parses(first)
  if (isLines) {
    const filledLines = lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]))
    const objects = filledLines.map(({ line, number }) => objectOn(line, number))
    return { container: 'JSON lines', objects, lines: filledLines.map(({ number }) => number) }
  }
  const value = parseJson(text, (offset) => lineAt(text, offset))
  return { container: Array.isArray(value) ? 'JSON list' : 'JSON object', value }
}

function objectOn(line: string, number: number): JsonObject {
  const value = parseJson(line, () => number)
  if (!isObject(value)) {
    throw new MatrixProblem('This line does not hold a JSON object.', 'Write one object a line.', { line: number })
  }
  return value
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function parseJson(text: string, lineOf: (offset: number) => number): Json {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const offset = /at position (\d+)/.exec(message)?.[1]
    const line = lineOf(Number(offset ?? 0))
    const isLineKnown = offset !== undefined || lineOf(text.length) === line
    const reason = shortened(message.replace(/ in JSON at position.*$/, ''))
    throw new MatrixProblem(`This is not JSON: ${reason}.`, 'Correct it there.', isLineKnown ? { line } : {})
  }
  if (deeperThan(value, MAX_DEPTH)) throw new MatrixProblem('The JSON is nested too deep.', 'Flatten it.')
  return value
}

function deeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((inner) => deeperThan(inner, levels - 1))
}

/** Objects as rows: a column for every field that any of them has. Lists and objects in fields are kept as JSON text. */
export function tableOfObjects(container: string, objects: readonly JsonObject[], lines: readonly number[]): Table {
  const columns = new Map<string, number>()
  for (const object of objects)
    for (const name of Object.keys(object)) if (!columns.has(name)) columns.set(name, columns.size)
  if (columns.size > MAX_FIELDS) {
    throw new MatrixProblem(`The records have ${columns.size} different fields.`, `Keep at most ${MAX_FIELDS}.`)
  }
  const names = [...columns.keys()]
  const rows = objects.map((object, index): TableRow => {
    const cells = names.map((name) => (Object.hasOwn(object, name) ? cellOf(object[name]) : null))
    return { line: lines[index] ?? index + 1, cells }
  })
  return { container, columns: names, rows }
}

/** A scalar as text, as a CSV cell would have it; null is "not there". */
export function cellOf(value: Json | undefined): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value.trim()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
