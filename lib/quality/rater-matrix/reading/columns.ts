import type { MatrixOptions } from '@/lib/quality/rater-matrix/contract'
import { listed, MatrixProblem } from './matrix-problem'
import type { Row, Table } from './table'

const UNIT = ['unit', 'unit_id', 'item', 'item_id', 'id', 'example', 'example_id', 'segment', 'claim_id', 'question_id']
const RESPONSE = ['response', 'response_id', 'cluster', 'document', 'document_id', 'doc', 'doc_id']
/** Where responses are numbered anew in every one of these, one of them belongs to their name. */
const COLLECTIONS = ['source', 'dataset', 'corpus', 'domain', 'split', 'topic']
const LEFT = ['left', 'left_system', 'shown_left']
const RATER = ['rater', 'rater_id', 'annotator', 'annotator_id', 'coder', 'worker', 'worker_id', 'judge']
const LABEL = ['label', 'rating', 'value', 'answer', 'code', 'category', 'vote', 'choice', 'annotation']
/** Usual companions of ratings that are none themselves. */
const COMPANIONS = [
  ...['text', 'source', 'domain', 'topic', 'split', 'language', 'comment', 'comments', 'note', 'notes', 'reason'],
  ...[
    'prompt',
    'question',
    'claim',
    'sentence',
    'stage',
    'measure',
    'week',
    'arm',
    'guideline',
    'right',
    'right_system',
  ],
]

/** Which column means what: the numbers of columns. */
export interface Roles {
  unit: readonly number[]
  response: readonly number[]
  left: number | null
  by: readonly number[]
  ratings: { form: 'wide'; raters: readonly number[] } | { form: 'long'; rater: number; label: number }
}

/** Finds the columns by the options, and where these are silent by their names. @throws MatrixProblem */
export function rolesOf(table: Table, options: MatrixOptions): Roles {
  const named = (name: string) => columnNamed(table, name)
  const known = (names: readonly string[]) => firstOf(table, names)
  const by = (options.by ?? []).map(named)
  const unit = options.unit ? options.unit.map(named) : known(UNIT)
  const left = options.order ? named(options.order) : (known(LEFT)[0] ?? null)
  const rater = known(RATER)[0]
  const label = known(LABEL)[0]
  const isLong = rater !== undefined && label !== undefined && unit.length > 0 && !options.raters?.some(isColumn(table))
  const response = options.response
    ? options.response.map(named)
    : withCollection(table, responseBeside(table, unit), isLong ? [...unit, rater] : unit)
  if (isLong) return { unit, response, left, by, ratings: { form: 'long', rater, label } }
  const taken = new Set([...unit, ...response, ...by, ...(left === null ? [] : [left])])
  const raters = wideRaters(table, options, taken)
  return { unit, response, left, by, ratings: { form: 'wide', raters } }
}

const isColumn = (table: Table) => (name: string) => table.columns.includes(name)

function wideRaters(table: Table, options: MatrixOptions, taken: ReadonlySet<number>): number[] {
  const own = options.reference === undefined ? [] : [options.reference]
  if (options.raters) return [...new Set([...options.raters, ...own])].map((name) => columnNamed(table, name))
  const rest = table.columns.flatMap((name, column) =>
    taken.has(column) || COMPANIONS.includes(name.toLowerCase()) ? [] : [column],
  )
  if (rest.length >= 2) return rest
  throw new MatrixProblem(
    `${rest.length === 0 ? 'No column' : 'Only one column'} looks like a rater’s; the columns are ${listed(table.columns)}.`,
    'Name the raters’ columns with --raters; a file with one rating a row needs columns unit, rater and label.',
  )
}

/** The number of a column. @throws MatrixProblem if there is none of that name. */
export function columnNamed(table: Table, name: string): number {
  const exact = table.columns.indexOf(name)
  if (exact >= 0) return exact
  const loose = table.columns.flatMap((each, index) => (each.toLowerCase() === name.toLowerCase() ? [index] : []))
  if (loose.length === 1 && loose[0] !== undefined) return loose[0]
  throw new MatrixProblem(
    `There is no column ${listed([name])}; there are ${listed(table.columns)}.`,
    'Correct the name.',
  )
}

function firstOf(table: Table, names: readonly string[]): number[] {
  const lower = table.columns.map((name) => name.toLowerCase())
  const found = names.map((name) => lower.indexOf(name)).find((column) => column >= 0)
  return found === undefined ? [] : [found]
}

/** In Assay's own exports the item is the response that a unit belongs to. */
function responseBeside(table: Table, unit: readonly number[]): number[] {
  const usual = firstOf(table, RESPONSE)
  if (usual.length > 0) return usual.filter((column) => !unit.includes(column))
  const isUnit = unit.some((column) => table.columns[column]?.toLowerCase() === 'unit')
  return isUnit ? firstOf(table, ['item']) : []
}

/** Numbers of responses that begin anew in every collection name a response only together with it. */
function withCollection(table: Table, response: readonly number[], rest: readonly number[]): readonly number[] {
  const areApart = (columns: readonly number[]) =>
    new Set(table.rows.map((row) => JSON.stringify(columns.map((column) => row.cells[column])))).size ===
    table.rows.length
  if (response.length === 0 || areApart([...response, ...rest])) return response
  const collections = COLLECTIONS.flatMap((name) => firstOf(table, [name])).filter((column) => !rest.includes(column))
  const needed = collections.find((column) => areApart([column, ...response, ...rest]))
  return needed === undefined ? response : [needed, ...response]
}

/** Only the rows that `where` lets through. @throws MatrixProblem if it cannot be read, or lets none through. */
export function rowsWhere(table: Table, where: string | undefined): Table {
  if (where === undefined) return table
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(where) ?? []
  if (name === undefined) throw new MatrixProblem(`"${where}" does not say which rows.`, 'Write column=value.')
  const column = columnNamed(table, name.trim())
  const rows = table.rows.filter(({ cells }) => (cells[column] ?? '') === value?.trim())
  if (rows.length > 0) return { ...table, rows }
  throw new MatrixProblem(`No row has ${listed([value ?? ''])} there.`, 'Correct the value.', { column: name.trim() })
}

/** What the columns say together. */
export const joined = (row: Row, columns: readonly number[]): string =>
  columns.map((column) => row.cells[column] ?? '').join(' / ')
