/** The rows of a sheet of an Excel workbook (.xlsx) as records: the first row that holds something names the fields. */
import readWorkbook, { InvalidInputError, InvalidSpreadsheetError } from 'read-excel-file/node'
import type { Json } from '@/lib/protocols/protocol'
import { lettersOf, withCellAddresses } from './cell-addresses'
import { type FileChoice, UnreadableFile } from './file-facts'
import { counted, MAX_RECORD_BYTES, megabytes } from './limits'
import { type SourceEntry, sourceProblem, sourceRecord } from './source-entry'
import type { WholeFile } from './whole-file'

/** Largest workbook that is read, packed as it is: it is in memory as a whole. */
export const MOST_WORKBOOK_BYTES = 100_000_000
type Cell = string | number | boolean | Date | null

export interface Workbook {
  sheets: string[]
  sheet: string | null
  /** Rows of the sheet that hold something, without the first, which names the fields. */
  recordCount: number
  entries: () => Generator<{ line: number; read: () => SourceEntry }>
}

/** Reads the chosen sheet, or the first that holds rows. Throws UnreadableFile. */
export async function openWorkbook(file: WholeFile, { sheet: chosen }: FileChoice): Promise<Workbook> {
  if (file.byteLength > MOST_WORKBOOK_BYTES)
    throw new UnreadableFile(
      'too-long',
      `The workbook is larger than ${megabytes(MOST_WORKBOOK_BYTES)}.`,
      'Save the sheet as CSV, and upload that.',
    )
  const all = await sheetsOf(Buffer.from(await file.slice(0)))
  const sheets = all.map(({ sheet }) => sheet)
  const found =
    chosen === undefined ? all.find(({ rows }) => rows.length > 0) : all.find(({ sheet }) => sheet === chosen)
  if (!found)
    throw new UnreadableFile(
      'empty-file',
      chosen === undefined
        ? 'The workbook holds no rows.'
        : `The workbook has no sheet "${chosen}". It has: ${sheets.slice(0, 20).join(', ')}.`,
      'Choose another sheet, or another file.',
    )
  const filled = found.rows.filter((row) => row.some(isFilled)).length
  return { sheets, sheet: found.sheet, recordCount: Math.max(0, filled - 1), entries: () => rowsOf(found.rows) }
}

async function sheetsOf(bytes: Buffer): Promise<{ sheet: string; rows: Cell[][] }[]> {
  try {
    return await readSheets(bytes)
  } catch (error) {
    if (error instanceof RangeError || error instanceof UnreadableFile) throw error
    const isKnown = error instanceof InvalidInputError || error instanceof InvalidSpreadsheetError
    throw new UnreadableFile(
      'binary',
      isKnown ? 'This is a ZIP archive and not an Excel workbook.' : 'This Excel workbook cannot be read.',
      'Unpack it, or save the sheet as CSV, and upload that.',
    )
  }
}

async function readSheets(bytes: Buffer): Promise<{ sheet: string; rows: Cell[][] }[]> {
  // Numbers stay as they are written: an id of twenty digits is no number to compute with.
  const read = (workbook: Buffer) => readWorkbook(workbook, { parseNumber: numberText, trim: false })
  const sheets = await read(bytes).catch(async (error: unknown) => {
    // What the library throws where a cell has no address.
    if (!(error instanceof TypeError)) throw error
    return read(await withCellAddresses(bytes))
  })
  return sheets.map(({ sheet, data }) => ({ sheet, rows: data as unknown as Cell[][] }))
}

/** A number as people read it: the fifteen digits that Excel computes with, and no power of ten. */
function numberText(text: string): string {
  const value = Number(text)
  const isLong = /e/i.test(text) || text.replace(/\D/g, '').length > 15
  return isLong && Number.isFinite(value) ? String(Number(value.toPrecision(15))) : text
}

function* rowsOf(rows: readonly Cell[][]): Generator<{ line: number; read: () => SourceEntry }> {
  const first = rows.findIndex((row) => row.some(isFilled))
  const heading = namesOf(rows[first] ?? [], rows.slice(first + 1))
  const twice = heading.find((name, index) => name !== null && heading.indexOf(name) !== index)
  if (typeof twice === 'string') {
    const line = first + 1
    const problem = sourceProblem(
      line,
      'csv-header',
      `Two columns are called "${twice}".`,
      'Give every column its own name.',
      twice,
    )
    yield { line, read: () => problem }
    return
  }
  for (const [index, row] of rows.entries())
    if (index > first && row.some(isFilled)) yield { line: index + 1, read: () => readRow(heading, row, index + 1) }
}

const isFilled = (cell: Cell | undefined) => cell !== null && cell !== undefined && cell !== ''

/** Columns with neither name nor cell are left out; those without a name get the letters that the sheet has for them. */
function namesOf(row: readonly Cell[], below: readonly Cell[][]): (string | null)[] {
  const width = Math.max(row.length, ...below.slice(0, 100).map((each) => each.length))
  return Array.from({ length: width }, (_, column) => {
    const name = textOf(row[column] ?? null)
    if (name !== null && String(name).trim() !== '') return String(name).trim()
    return below.some((each) => isFilled(each[column])) ? `Column ${lettersOf(column + 1)}` : null
  })
}

/** A date as the calendar has it, with its time where it has one. */
function textOf(cell: Cell): Json {
  if (!(cell instanceof Date)) return cell
  if (Number.isNaN(cell.getTime())) return null
  const written = cell.toISOString()
  return written.endsWith('T00:00:00.000Z') ? written.slice(0, 10) : written.slice(0, 19).replace('T', ' ')
}

function readRow(heading: readonly (string | null)[], row: readonly Cell[], line: number): SourceEntry {
  const value = Object.fromEntries(
    heading.flatMap((name, column) => (name === null ? [] : [[name, textOf(row[column] ?? null)]])),
  )
  const raw = JSON.stringify(value)
  if (Buffer.byteLength(raw) > MAX_RECORD_BYTES) {
    const message = `This row is longer than ${megabytes(MAX_RECORD_BYTES)}; it has ${counted(row.length)} cells.`
    return sourceProblem(line, 'too-long', message, 'Split it into several rows, or shorten it.')
  }
  return sourceRecord({ line, raw, value, notes: [] })
}
