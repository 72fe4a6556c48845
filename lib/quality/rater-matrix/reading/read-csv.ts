import { CsvError, parse } from 'csv-parse/sync'
import { listed, MatrixProblem } from './matrix-problem'
import type { Table } from './table'

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
    rows: rows.map(({ record, line }) => ({ line, cells: record.map((cell) => cell.trim()) })),
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
    if (error instanceof CsvError) throw quoting(error)
    throw error
  }
}

function quoting(error: CsvError): MatrixProblem {
  const line = typeof error.lines === 'number' ? error.lines : undefined
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new MatrixProblem('A row is longer than 1,000,000 characters.', 'Leave long texts out.', { line })
  }
  const what =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'A quoted text is never closed; the file ends inside it.'
      : 'A double quote stands where none can be.'
  return new MatrixProblem(what, 'Put the text in double quotes and write a double quote inside it twice.', { line })
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
