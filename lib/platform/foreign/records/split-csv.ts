/** Rows of a CSV file as records: the first row names the fields, every value is a text. */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { withoutOuter } from '@/lib/text/without-ending'
import { inspectValue } from './inspect-value'
import { MAX_RECORD_BYTES } from './limits'
import { notUtf8, TEXT_FIELD } from './parse-piece'
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
  const reader = new RowReader(delimiter, hasHeading ? null : { names: [TEXT_FIELD], raw: TEXT_FIELD })
  for await (const row of parser as AsyncIterable<CsvRow>) {
    yield* problems.splice(0).map(known)
    const next = reader.next(row)
    if (next) yield next
    if (reader.unreadable) break
  }
  yield* problems.map(known)
}

const known = (problem: SourceProblem): RowToRead => ({ line: problem.line, read: () => problem })

interface Heading {
  names: string[]
  raw: string
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
    const { heading } = this
    if (heading)
      return {
        line,
        read: () => {
          const problem = this.misquoted(text, line)
          return problem
            ? { ...problem, row: this.found(heading, record, text) }
            : this.readRow(heading, record, text, line)
        },
      }
    const misquoted = this.misquoted(text, line)
    // A row that cannot be read names no fields.
    this.unreadable = misquoted !== null
    const problem = misquoted ?? this.readHeading(record, text, line)
    return problem && known(problem)
  }

  private misquoted(text: string, line: number): SourceProblem | null {
    if (isWellQuoted(text.replace(/^\ufeff/, ''), this.delimiter)) return null
    return sourceProblem(line, 'csv-quotes', 'A double quote stands where none can be.', QUOTING)
  }

  private readHeading(record: string[], raw: string, line: number): SourceProblem | null {
    const names = record.map((name) => name.trim())
    this.heading = { names, raw }
    // The first may be without a name: pandas writes row numbers so.
    const unnamed = names.indexOf('', 1)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    this.unreadable = unnamed >= 0 || twice !== undefined
    if (unnamed >= 0)
      return sourceProblem(
        line,
        'csv-header',
        `Column ${unnamed + 1} has no name.`,
        'Name every column in the first row.',
      )
    if (twice !== undefined) {
      return sourceProblem(
        line,
        'csv-header',
        `Two columns are called "${twice}".`,
        'Give every column its own name.',
        twice,
      )
    }
    return null
  }

  /** What can be seen of a row that cannot be read. */
  private found({ names }: Heading, cells: string[], text: string): UnreadRow {
    const within = text
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(this.delimiter).map(unquoted))
    return within.length > 0 ? { names, cells, within } : { names, cells }
  }

  private readRow(heading: Heading, record: string[], raw: string, line: number): SourceEntry {
    const { names } = heading
    if (record.length !== names.length) {
      const message = `This row has ${fields(record.length)}, the heading has ${names.length}.`
      const problem = sourceProblem(line, 'csv-columns', message, 'Check the row for missing or unquoted separators.')
      return { ...problem, row: this.found(heading, record, raw) }
    }
    const value = Object.fromEntries(names.map((name, index) => [name, record[index] ?? '']))
    const problem = inspectValue(value)
    if (problem) return { ok: false, line, ...problem, row: this.found(heading, record, raw) }
    const whole = `${heading.raw}\n${raw}`
    // A text with NUL itself in it cannot be kept verbatim; the same record as JSON can.
    return sourceRecord({ line, raw: whole.includes('\0') ? JSON.stringify(value) : whole, value, notes: [] })
  }
}

/** A cell without the quotes around it. */
const unquoted = (cell: string): string => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"')

/** Do double quotes stand only around fields of the row, and twice within them? Looks at each character once. */
export function isWellQuoted(row: string, delimiter: string): boolean {
  if (!row.includes('"')) return true
  for (let at = 0; at <= row.length; ) {
    const end = row[at] === '"' ? behindQuotes(row, at) : fieldEnd(row, at, delimiter)
    if (end < 0 || (end < row.length && row[end] !== delimiter)) return false
    at = end + 1
  }
  return true
}

/** Where the quotes that open at `at` are closed, one behind them; -1 where they are not. */
function behindQuotes(row: string, at: number): number {
  let quote = row.indexOf('"', at + 1)
  while (quote >= 0 && row[quote + 1] === '"') quote = row.indexOf('"', quote + 2)
  return quote < 0 ? -1 : quote + 1
}

/** Where a field without quotes ends; -1 where there is one in it. */
function fieldEnd(row: string, at: number, delimiter: string): number {
  const next = row.indexOf(delimiter, at)
  const end = next < 0 ? row.length : next
  return row.slice(at, end).includes('"') ? -1 : end
}

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
  const isEnd = (at: number) => rest[at] === delimiter || rest[at] === '\n' || rest[at] === '\r'
  for (let at = 0; at < rest.length; at++) {
    const isFieldStart = at === 0 || isEnd(at - 1) || rest[at - 1] === '\ufeff'
    if (rest[at] !== '"' || !isFieldStart) continue
    const end = behindQuotes(rest, at)
    if (end < 0) return at
    at = end - 1
  }
  return 0
}

/** Passes the bytes on, and counts the line ends in them. */
async function* counted(chunks: AsyncIterable<Buffer>, lineEnds: { count: number }): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lineEnds.count++
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
    for (let at = whole.indexOf(10); at >= 0; at = whole.indexOf(10, at + 1)) line++
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
