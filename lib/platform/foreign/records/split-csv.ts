/** Rows of a CSV file as records: the first row names the fields, every value is a text. */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import type { RecordProblem } from '@/lib/protocols/protocol'
import { withoutOuter } from '@/lib/text/without-ending'
import { lettersOf } from './cell-addresses'
import { inspectValue } from './inspect-value'
import { MAX_RECORD_BYTES } from './limits'
import { looseCells } from './loose-cells'
import { notUtf8, TEXT_FIELD } from './parse-piece'
import { behindQuotes, isWellQuoted } from './row-quotes'
import {
  type SourceEntry,
  type SourceProblem,
  sourceProblem,
  sourceRecord,
  tooLong,
  type UnreadRow,
} from './source-entry'

interface CsvRow {
  record: string[]
  raw: string
  info: { lines: number }
}

const QUOTING = 'Put the text in double quotes and write a double quote inside it twice.'

/** A row before it is looked at; `read` is to be called before the next row is asked for. */
interface RowToRead {
  line: number
  read(): SourceEntry
}

/** Yields one entry a row. Rows with too many or too few fields are problems, not guesses. */
export async function* splitCsv(
  chunks: AsyncIterable<Buffer>,
  { delimiter, hasHeading }: { delimiter: string; hasHeading: boolean },
): AsyncGenerator<RowToRead> {
  const problems: SourceProblem[] = []
  // The parser stumbles more than once over one record that is too long.
  const report = (problem: SourceProblem) => {
    if (last?.line !== problem.line || last.kind !== problem.kind) problems.push(problem)
    last = problem
  }
  let last: SourceProblem | undefined
  const lineEnds = { count: 0 }
  const parser = parse({
    delimiter,
    info: true,
    raw: true,
    bom: true,
    relax_column_count: true,
    // Its own complaint about a double quote copies the whole field, once for each: a row full of them would take hours.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    skip_records_with_error: true,
    on_skip: (error, raw) => void (error && report(quoteProblem(error, { raw: raw ?? '', delimiter, lineEnds }))),
  })
  const source = Readable.from(checkUtf8(counted(chunks, lineEnds), problems), { objectMode: false })
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  const reader = new RowReader(
    delimiter,
    hasHeading ? null : { names: [TEXT_FIELD], unnamed: new Set(), raw: TEXT_FIELD, isPlain: true },
  )
  for await (const row of parser as AsyncIterable<CsvRow>) {
    yield* problems.splice(0).map(rowOf)
    const next = reader.next(row)
    if (next) yield next
    if (reader.unreadable) break
  }
  yield* problems.map(rowOf)
}

const rowOf = (problem: SourceProblem): RowToRead => ({ line: problem.line, read: () => problem })

interface Heading {
  names: string[]
  /** Columns from the second on that have no name in the file: the letters of a sheet stand for it. */
  unnamed: ReadonlySet<number>
  raw: string
  /** Does the line itself, as it stands, give these names? */
  isPlain: boolean
}

/** The cells of a row, and what is to be said of how they were found. */
interface Cells {
  cells: string[]
  isPlain: boolean
  notes: RecordProblem[]
}

class RowReader {
  /** Without a usable heading no row can be read. */
  unreadable = false
  private lines = 0
  private countedTwice = 0

  constructor(
    private readonly delimiter: string,
    private heading: Heading | null,
  ) {}

  /** null for a heading in which nothing is wrong. */
  next({ record, raw, info }: CsvRow): RowToRead | null {
    const line = this.lines + 1 + (/^[\r\n]*/.exec(raw)?.[0].split('\n').length ?? 1) - 1
    const text = withoutLineEnds(raw)
    // The parser counts a line break within quotes twice where it is CR LF.
    this.countedTwice += text.split('\r\n').length - 1
    this.lines = info.lines - this.countedTwice
    // Spreadsheets write rows of nothing behind a table.
    if (text.replaceAll(this.delimiter, '').trim() === '' && text.includes(this.delimiter)) return null
    const { heading } = this
    if (heading)
      return {
        line,
        read: () => {
          const row = this.cellsOf(record, text, heading)
          return row
            ? this.readRow(heading, row, text, line)
            : { ...misquoted(line), row: this.found(heading, record, text) }
        },
      }
    const row = this.cellsOf(record, text, null)
    // A row that cannot be read names no fields.
    this.unreadable = row === null
    const problem = row ? this.readHeading(row, text, line) : misquoted(line)
    return problem && rowOf(problem)
  }

  /** null where double quotes stand where nobody can say what they mean. */
  private cellsOf(record: string[], text: string, heading: Heading | null): Cells | null {
    if (isWellQuoted(text.replace(/^\ufeff/, ''), this.delimiter)) return { cells: record, isPlain: true, notes: [] }
    const loose = looseCells(text.replace(/^\ufeff/, ''), this.delimiter)
    if (!loose) return null
    const { cells, literal } = loose
    const notes = literal.map((index) => ({ field: heading?.names[index] ?? '', ...LITERAL_QUOTE }))
    return { cells, isPlain: false, notes: literal.length > 0 ? notes : [{ field: '', ...BLANKS_AT_QUOTES }] }
  }

  private readHeading({ cells, isPlain }: Cells, raw: string, line: number): SourceProblem | null {
    // The first may be without a name: pandas writes row numbers so.
    const unnamed = new Set(cells.flatMap((name, index) => (index > 0 && name.trim() === '' ? [index] : [])))
    const names = cells.map((name, index) => (unnamed.has(index) ? `Column ${lettersOf(index + 1)}` : name.trim()))
    this.heading = { names, unnamed, raw, isPlain }
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    this.unreadable = twice !== undefined
    if (twice === undefined) return null
    return sourceProblem(
      line,
      'csv-header',
      `Two columns are called "${twice}".`,
      'Give every column its own name.',
      twice,
    )
  }

  /** What can be seen of a row that cannot be read. */
  private found({ names }: Heading, cells: string[], text: string): UnreadRow {
    const within = text
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(this.delimiter).map(unquoted))
    return within.length > 0 ? { names, cells, within } : { names, cells }
  }

  private readRow(heading: Heading, row: Cells, raw: string, line: number): SourceEntry {
    const { names, unnamed } = heading
    const cells = sized(row.cells, heading)
    if (!cells) {
      const message = `This row has ${fields(row.cells.length)}, the heading has ${names.length}.`
      const problem = sourceProblem(line, 'csv-columns', message, 'Check the row for missing or unquoted separators.')
      return { ...problem, row: this.found(heading, row.cells, raw) }
    }
    const value = Object.fromEntries(
      names.flatMap((name, index) => {
        const cell = cells[index] ?? ''
        return unnamed.has(index) && cell.trim() === '' ? [] : [[name, cell]]
      }),
    )
    const problem = inspectValue(value)
    if (problem) return { ok: false, line, ...problem, row: this.found(heading, cells, raw) }
    const whole = `${heading.raw}\n${raw}`
    // A text with NUL itself in it cannot be kept verbatim; the same record as JSON can, as can one that is read in its own way.
    const isVerbatim =
      row.isPlain && heading.isPlain && unnamed.size === 0 && cells === row.cells && !whole.includes('\0')
    return sourceRecord({ line, raw: isVerbatim ? whole : JSON.stringify(value), value, notes: row.notes })
  }
}

/** As many cells as the heading has: empty ones behind it are left out, and those of unnamed columns may be missing. null where others differ. */
function sized(cells: string[], { names, unnamed }: Heading): string[] | null {
  if (cells.length === names.length) return cells
  if (cells.length > names.length) {
    const isEmpty = cells.slice(names.length).every((cell) => cell.trim() === '')
    return isEmpty ? cells.slice(0, names.length) : null
  }
  return names.every((_, index) => index < cells.length || unnamed.has(index)) ? [...cells] : null
}

const misquoted = (line: number) =>
  sourceProblem(line, 'csv-quotes', 'A double quote stands where none can be.', QUOTING)

const LITERAL_QUOTE = {
  message: 'Double quotes stand within the text, between tabs; they are read as signs of it.',
  fix: 'Nothing, if they belong to the text.',
}
const BLANKS_AT_QUOTES = {
  message: 'Blanks around a quoted text are not read.',
  fix: 'Nothing, if they do not belong to the text.',
}

/** A cell without the quotes around it. */
const unquoted = (cell: string): string => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"')

const fields = (count: number) => (count === 1 ? '1 field' : `${count} fields`)

interface Stumbled {
  /** What was read of the row. */
  raw: string
  delimiter: string
  /** All those of the file that were read. */
  lineEnds: { count: number }
}

function quoteProblem(error: CsvError, { raw, delimiter, lineEnds }: Stumbled): SourceProblem {
  if (error.code === 'CSV_MAX_RECORD_SIZE') return tooLong(typeof error.lines === 'number' ? error.lines : 1)
  // The parser stands at the end of the file, and its count of lines is off there.
  const behind = raw.slice(openQuote(raw, delimiter)).split('\n').length - 1
  const opened = lineEnds.count - behind + 1
  return sourceProblem(
    opened,
    'truncated',
    'A quoted text that begins on this line is never closed; the file ends inside it.',
    QUOTING,
  )
}

/** Where the quote stands that is never closed in the rest of a file; its beginning where there is none. */
function openQuote(rest: string, delimiter: string): number {
  const isEnd = (index: number) => rest[index] === delimiter || rest[index] === '\n' || rest[index] === '\r'
  for (let index = 0; index < rest.length; index++) {
    const isFieldStart = index === 0 || isEnd(index - 1) || rest[index - 1] === '\ufeff'
    if (rest[index] !== '"' || !isFieldStart) continue
    const end = behindQuotes(rest, index)
    if (end < 0) return index
    index = end - 1
  }
  return 0
}

/** Passes the bytes on, and counts the line ends in them. */
async function* counted(chunks: AsyncIterable<Buffer>, lineEnds: { count: number }): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let newlineIndex = chunk.indexOf(10); newlineIndex >= 0; newlineIndex = chunk.indexOf(10, newlineIndex + 1))
      lineEnds.count++
    yield chunk
  }
}

/** Passes the bytes on, and reports the first line that is not UTF-8. */
async function* checkUtf8(chunks: AsyncIterable<Buffer>, problems: SourceProblem[]): AsyncGenerator<Buffer> {
  let line = 1
  let carried: Buffer = Buffer.alloc(0)
  let broken = false
  for await (const chunk of chunks) {
    yield chunk
    if (broken) continue
    const bytes = Buffer.concat([carried, chunk])
    const end = bytes.lastIndexOf(10) + 1
    const whole = bytes.subarray(0, end)
    carried = bytes.subarray(end)
    if (!isUtf8(whole)) {
      broken = true
      problems.push(notUtf8(line + firstBadLine(whole)))
    }
    for (let newlineIndex = whole.indexOf(10); newlineIndex >= 0; newlineIndex = whole.indexOf(10, newlineIndex + 1))
      line++
  }
  if (!broken && !isUtf8(carried)) problems.push(notUtf8(line))
}

function firstBadLine(bytes: Buffer): number {
  let from = 0
  for (let row = 0; ; row++) {
    const end = bytes.indexOf(10, from)
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return row
    from = end + 1
  }
}

/** A row without the ends of lines around it. */
export const withoutLineEnds = (row: string): string => withoutOuter(row, '\r\n')
