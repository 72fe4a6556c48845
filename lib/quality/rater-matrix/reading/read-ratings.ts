/** Ratings of a table, of one row a unit or one row a rating, or of bare lists. Pure. */

import { z } from 'zod'
import { type Level, levels, MAX_RATERS, type MatrixOptions, MISSING } from '@/lib/quality/rater-matrix/contract'
import { listed, MatrixProblem } from './matrix-problem'
import { cellOf, type Json, type JsonObject, placeOf, type Table, type TableRow } from './tables'

/** Ratings as they were read: one entry a unit, one label a rater. */
export interface RaterMatrix {
  raters: readonly string[]
  units: readonly MatrixUnit[]
  /** What was assumed or left out while reading, in sentences. */
  notes: readonly string[]
  /** What kind of file it was, in words. */
  shape: string
  /** Do units belong to named responses? Otherwise each stands for itself. */
  clustered: boolean
  /** The columns that figures are told apart by. */
  by: readonly string[]
  /** A file may say these itself; options come first. */
  level?: Level | undefined
  categories?: readonly string[] | undefined
  distances?: readonly (readonly number[])[] | undefined
}

export interface MatrixUnit {
  name: string
  /** Line of the file, or number of the record, where the unit stands first. */
  line: number
  /** The response it belongs to. */
  response: string
  /** Values of the columns of `by`. */
  slices: readonly string[]
  /** One a rater; null: not rated. */
  labels: readonly (string | null)[]
  /** The system that each rater saw on the left, where presentations are known. */
  left: readonly (string | null)[] | null
}

/** The ratings of a table, in either form. @throws MatrixProblem */
export function readRatings(whole: Table, options: MatrixOptions): RaterMatrix {
  const table = rowsWhere(whole, options.where)
  const missing = new Missing(options)
  const roles = rolesOf(table, options)
  const { ratings } = roles
  const referenceRaters = options.reference === undefined ? [] : [options.reference]
  const chosen = options.raters && [...options.raters, ...referenceRaters]
  const read =
    ratings.form === 'long'
      ? longUnits(table, { ...roles, ratings }, chosen, missing)
      : {
          raters: ratings.raters.map((column) => table.columns[column] ?? ''),
          units: wideUnits(table, roles, ratings.raters, missing),
        }
  checkRaters(read.raters)
  checkPresentations(table, roles.left, read.units)
  const namesOf = (columns: readonly number[]) => listed(columns.map((column) => table.columns[column] ?? ''))
  const notes = [
    `Raters: ${listed(read.raters, MAX_RATERS)}.`,
    roles.unit.length > 0
      ? `Units are named by ${namesOf(roles.unit)}.`
      : 'No column names the units; each row is one. Name one with --unit.',
    roles.response.length > 0
      ? `Intervals resample whole responses, named by ${namesOf(roles.response)}.`
      : 'Intervals resample single units. Where units of one response resemble each other that is too narrow: name its column with --response.',
    ...missing.notes,
    ...repeatedNames(read.units, roles.unit.length > 0),
  ]
  return {
    ...read,
    notes,
    shape: `${table.container}, ${ratings.form === 'wide' ? 'one row a unit' : 'one row a rating'}`,
    clustered: roles.response.length > 0,
    by: roles.by.map((column) => table.columns[column] ?? ''),
  }
}

export function checkRaters(raters: readonly string[]): void {
  if (raters.length < 2) throw new MatrixProblem('There is only one rater.', 'Agreement needs two or more.')
  if (raters.length <= MAX_RATERS) return
  throw new MatrixProblem(
    `There are ${raters.length} raters, more than ${MAX_RATERS}.`,
    'Name those to be compared with --raters.',
  )
}

function repeatedNames(units: readonly MatrixUnit[], hasNames: boolean): string[] {
  const keys = new Set(units.map(({ name, response }) => JSON.stringify([name, response])))
  const repeated = units.length - keys.size
  if (!hasNames || repeated === 0) return []
  return [
    `${repeated} of ${units.length} rows repeat the name of another unit; every row was counted as a unit of its own.`,
  ]
}

function checkPresentations(table: Table, left: number | null, units: readonly MatrixUnit[]): void {
  if (left === null) return
  const without = units.find((unit) => unit.labels.some((label, rater) => label !== null && !unit.left?.[rater]))
  if (!without) return
  const place = placeOf(table, { line: without.line, cells: [] }, table.columns[left])
  throw new MatrixProblem('It is not said which system stood left.', 'Fill it in, or leave the row out.', place)
}

const UNIT = ['unit', 'unit_id', 'item', 'item_id', 'id', 'example', 'example_id', 'segment', 'claim_id', 'question_id']
const RESPONSE = ['response', 'response_id', 'cluster', 'document', 'document_id', 'doc', 'doc_id']
/** Where responses are numbered anew in every one of these, one of them belongs to their name. */
const COLLECTIONS = ['source', 'dataset', 'corpus', 'domain', 'split', 'topic']
const LEFT = ['left', 'left_system', 'shown_left']
const RATER = ['rater', 'rater_id', 'annotator', 'annotator_id', 'coder', 'worker', 'worker_id', 'judge']
const LABEL = ['label', 'rating', 'value', 'answer', 'code', 'category', 'vote', 'choice', 'annotation']
/** Usual companions of ratings that are none themselves. */
const COMPANIONS = [
  'text',
  'source',
  'domain',
  'topic',
  'split',
  'language',
  'comment',
  'comments',
  'note',
  'notes',
  'reason',
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
]

/** Is a column of this name usually beside ratings without being one? */
export const isCompanion = (column: string): boolean => COMPANIONS.includes(column.toLowerCase())

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
  const findColumn = (name: string) => columnNamed(table, name)
  const usualColumns = (names: readonly string[]) => firstOf(table, names)
  const by = (options.by ?? []).map(findColumn)
  const unit = options.unit ? options.unit.map(findColumn) : usualColumns(UNIT)
  const left = options.order ? findColumn(options.order) : (usualColumns(LEFT)[0] ?? null)
  const rater = usualColumns(RATER)[0]
  const label = usualColumns(LABEL)[0]
  const isLong = rater !== undefined && label !== undefined && unit.length > 0 && !options.raters?.some(isColumn(table))
  const response = options.response
    ? options.response.map(findColumn)
    : withCollection(table, responseBeside(table, unit), isLong ? [...unit, rater] : unit)
  if (isLong) return { unit, response, left, by, ratings: { form: 'long', rater, label } }
  const takenColumns = new Set([...unit, ...response, ...by, ...(left === null ? [] : [left])])
  const raters = wideRaters(table, options, takenColumns)
  return { unit, response, left, by, ratings: { form: 'wide', raters } }
}

const isColumn = (table: Table) => (name: string) => table.columns.includes(name)

function wideRaters(table: Table, options: MatrixOptions, takenColumns: ReadonlySet<number>): number[] {
  const referenceRaters = options.reference === undefined ? [] : [options.reference]
  if (options.raters)
    return [...new Set([...options.raters, ...referenceRaters])].map((name) => columnNamed(table, name))
  const rest = table.columns.flatMap((name, column) => (takenColumns.has(column) || isCompanion(name) ? [] : [column]))
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
export const joined = (row: TableRow, columns: readonly number[]): string =>
  columns.map((column) => row.cells[column] ?? '').join(' / ')

/** Decides which cells mean "not rated", and remembers which words did so. */
export class Missing {
  private readonly tokens: ReadonlySet<string>
  private readonly met = new Map<string, number>()

  constructor(options: Pick<MatrixOptions, 'missing' | 'categories'>) {
    const declared = new Set(options.categories)
    this.tokens = new Set((options.missing ?? MISSING).filter((token) => !declared.has(token)))
  }

  /** The label of a cell, or null. */
  read(cell: string | null | undefined): string | null {
    if (cell === null || cell === undefined || cell === '') return null
    if (!this.tokens.has(cell)) return cell
    this.met.set(cell, (this.met.get(cell) ?? 0) + 1)
    return null
  }

  get notes(): string[] {
    return [...this.met].map(
      ([token, count]) =>
        `${count} ${count === 1 ? 'cell says' : 'cells say'} “${token}” and ${count === 1 ? 'was' : 'were'} read as not rated. If it is a label, declare the labels.`,
    )
  }
}

/** One row a unit, one column a rater. */
export function wideUnits(table: Table, roles: Roles, columns: readonly number[], missing: Missing): MatrixUnit[] {
  return table.rows.map((row, index) => {
    const labels = columns.map((column) => {
      const label = missing.read(row.cells[column])
      if (label !== null) refuseFormula(label, placeOf(table, row, table.columns[column]))
      return label
    })
    const left = roles.left === null ? null : row.cells[roles.left] || null
    const name = roles.unit.length === 0 ? String(index + 1) : joined(row, roles.unit)
    return {
      name,
      line: row.line,
      response: roles.response.length === 0 ? `unit ${index}` : joined(row, roles.response),
      slices: roles.by.map((column) => row.cells[column] ?? ''),
      labels,
      left: left === null ? null : columns.map(() => left),
    }
  })
}

/** A formula that a spreadsheet wrote as text says nothing about the rating. */
export function refuseFormula(label: string, place: { line?: number; record?: number; column?: string | undefined }) {
  if (!/^[=@]\s*[A-Za-z($]/.test(label)) return
  throw new MatrixProblem('A formula stands here instead of a label.', 'Save the values, not the formulas.', place)
}

interface OpenUnit {
  row: TableRow
  response: string
  slices: string[]
  labels: Map<string, { label: string | null; row: TableRow }>
  left: Map<string, string | null>
}

type LongRoles = Roles & { ratings: { form: 'long' } }

/** One row a rating. The raters stand in the order in which they are met, or as chosen. */
export function longUnits(
  table: Table,
  roles: LongRoles,
  chosen: readonly string[] | undefined,
  missing: Missing,
): { raters: string[]; units: MatrixUnit[] } {
  refuseSeveralMeasures(table)
  const units = new Map<string, OpenUnit>()
  const met = new Set<string>()
  for (const row of table.rows) {
    const rater = row.cells[roles.ratings.rater]
    if (!rater) throw new MatrixProblem('Nobody is named here.', 'Say who rated.', placeOf(table, row, 'rater'))
    met.add(rater)
    addRating({ table, roles, missing }, units, row, rater)
  }
  const raters = chosen ? [...new Set(chosen)] : [...met]
  const unknown = raters.filter((rater) => !met.has(rater))
  if (unknown.length > 0) {
    throw new MatrixProblem(`Nobody is called ${listed(unknown)}; there are ${listed([...met])}.`, 'Correct the names.')
  }
  return { raters, units: [...units.values()].map((unit, index) => closed(unit, raters, roles, index)) }
}

interface Reading {
  table: Table
  roles: LongRoles
  missing: Missing
}

function addRating(
  { table, roles, missing }: Reading,
  units: Map<string, OpenUnit>,
  row: TableRow,
  rater: string,
): void {
  const response = joined(row, roles.response)
  const key = JSON.stringify([response, joined(row, roles.unit)])
  const unit = units.get(key) ?? open(row, response, roles)
  units.set(key, unit)
  const before = unit.labels.get(rater)
  if (before) {
    throw new MatrixProblem(
      `${listed([rater])} rated the unit ${listed([joined(row, roles.unit)])} twice, first on line ${before.row.line}.`,
      'Keep one of the two ratings, or tell the units apart with --unit or --response.',
      placeOf(table, row),
    )
  }
  const label = missing.read(row.cells[roles.ratings.label])
  if (label !== null) refuseFormula(label, placeOf(table, row, table.columns[roles.ratings.label]))
  unit.labels.set(rater, { label, row })
  if (roles.left !== null) unit.left.set(rater, row.cells[roles.left] || null)
}

const open = (row: TableRow, response: string, roles: Roles): OpenUnit => ({
  row,
  response,
  slices: roles.by.map((column) => row.cells[column] ?? ''),
  labels: new Map(),
  left: new Map(),
})

function closed(unit: OpenUnit, raters: readonly string[], roles: Roles, index: number): MatrixUnit {
  return {
    name: joined(unit.row, roles.unit),
    line: unit.row.line,
    response: roles.response.length === 0 ? `unit ${index}` : unit.response,
    slices: unit.slices,
    labels: raters.map((rater) => unit.labels.get(rater)?.label ?? null),
    left: roles.left === null ? null : raters.map((rater) => unit.left.get(rater) ?? null),
  }
}

/** Ratings of different questions must not be mixed. */
function refuseSeveralMeasures(table: Table): void {
  const column = table.columns.findIndex((name) => name.toLowerCase() === 'measure')
  if (column < 0) return
  const measures = [...new Set(table.rows.map(({ cells }) => cells[column] ?? ''))]
  if (measures.length < 2) return
  throw new MatrixProblem(
    `The file holds ratings of several measures: ${listed(measures)}.`,
    `Choose one with --where "${table.columns[column]}=${measures[0]}".`,
    { column: table.columns[column] },
  )
}

const scalar = z.union([z.string(), z.number(), z.boolean()])
/** What an object may say beside its rows. */
const aroundSchema = z.object({
  raters: z.array(z.string().min(1)).optional(),
  categories: z.array(scalar).optional(),
  clusters: z.array(scalar).optional(),
  names: z.array(scalar).optional(),
  level: z.enum(levels).optional(),
  distances: z.array(z.array(z.number())).optional(),
})
type Around = z.output<typeof aroundSchema>

/** Bare rows, one a unit and one entry a rater: {units: [[...]], raters, categories, clusters, level, distances}. */
export function readRows(rows: readonly Json[][], around: JsonObject, options: MatrixOptions): RaterMatrix {
  const matrixHead = aroundOf(around)
  const width = rows[0]?.length ?? 0
  const all = matrixHead.raters ?? Array.from({ length: width }, (_, index) => `rater ${index + 1}`)
  checkShape(rows, width, all, matrixHead)
  checkRaters(all)
  const referenceRaters = options.reference === undefined ? [] : [options.reference]
  const raters = options.raters ? [...new Set([...options.raters, ...referenceRaters])] : all
  const columns = raters.map((rater) => {
    const column = all.indexOf(rater)
    if (column < 0) throw new MatrixProblem(`There is no rater "${rater}".`, 'Correct the name.')
    return column
  })
  checkRaters(raters)
  const categories = options.categories ?? matrixHead.categories?.map(String)
  const missing = new Missing({ missing: options.missing, categories })
  const units = rows.map((row, index) => ({
    name: String(matrixHead.names?.[index] ?? index + 1),
    line: index + 1,
    response: matrixHead.clusters ? String(matrixHead.clusters[index]) : `unit ${index}`,
    slices: [],
    labels: columns.map((column) => missing.read(labelIn(row[column], index))),
    left: null,
  }))
  const notes = matrixHead.clusters ? ['Intervals resample whole responses, named by "clusters".'] : [SINGLE]
  return {
    raters,
    units,
    notes: [...notes, ...missing.notes],
    shape: 'JSON, one list a unit',
    by: [],
    clustered: matrixHead.clusters !== undefined,
    level: matrixHead.level,
    categories,
    distances: matrixHead.distances,
  }
}

const SINGLE =
  'Intervals resample single units. Where units of one response resemble each other that is too narrow: name their responses in "clusters".'

function labelIn(value: Json | undefined, index: number): string | null {
  if (typeof value === 'object' && value !== null) {
    throw new MatrixProblem('A rating is a list or an object.', 'Write a text, number or null.', { record: index + 1 })
  }
  return cellOf(value)
}

function aroundOf(around: JsonObject): Around {
  const parsed = aroundSchema.safeParse(around)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new MatrixProblem(`"${issue?.path.join('.') ?? ''}" is not as expected.`, 'Compare it with the documentation.')
}

function checkShape(rows: readonly Json[][], width: number, raters: readonly string[], matrixHead: Around): void {
  const ragged = rows.findIndex((row) => row.length !== width)
  if (ragged >= 0) {
    throw new MatrixProblem(
      `This unit has ${rows[ragged]?.length} entries, the first has ${width}.`,
      'Write null where a rater gave none.',
      { record: ragged + 1 },
    )
  }
  const counts = { raters: [raters.length, width], clusters: [matrixHead.clusters?.length, rows.length] }
  for (const [name, [statedCount, wanted]] of Object.entries(counts)) {
    if (statedCount === undefined || statedCount === wanted) continue
    throw new MatrixProblem(`"${name}" has ${statedCount} entries, ${wanted} are needed.`, 'Correct the list.')
  }
  if (new Set(raters).size === raters.length) return
  throw new MatrixProblem('Two raters have the same name.', 'Give every rater a name of their own.')
}
