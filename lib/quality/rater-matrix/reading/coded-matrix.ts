import { type Level, MAX_LABELS, type MatrixOptions } from '@/lib/quality/rater-matrix/contract'
import { listed, MatrixProblem } from './matrix-problem'
import type { MatrixUnit, RaterMatrix } from './read-ratings'
import { readCsv } from './tables'

/** A rater matrix with its scale settled: every label is one of the categories. */
export interface CodedMatrix extends RaterMatrix {
  level: Level
  /** In their order. On an interval scale the numbers, ascending, written in the shortest way. */
  categories: readonly string[]
  /** Were they declared, or are they those met? */
  declared: boolean
  distances: readonly (readonly number[])[] | undefined
}

/** Settles level, categories and distances. @throws MatrixProblem for labels that do not fit. */
export function codeMatrix(matrix: RaterMatrix, options: MatrixOptions): CodedMatrix {
  const level = options.level ?? matrix.level ?? 'nominal'
  const units = level === 'interval' ? matrix.units.map((unit) => withNumbers(matrix, unit)) : matrix.units
  const met = labelsOf(units)
  if (met.size === 0) throw new MatrixProblem('No unit has a rating.', 'Check which columns are the raters’.')
  const table = options.distances === undefined ? null : readDistances(options.distances)
  const requestedCategories = options.categories ?? table?.categories ?? matrix.categories
  const declared =
    requestedCategories &&
    (level === 'interval' ? [...new Set(requestedCategories.map(asNumber))].sort(byNumber) : [...requestedCategories])
  const categories = declared ?? inOrder([...met.keys()], level)
  if (declared) checkDeclared(matrix, units, declared)
  if (level !== 'interval' && categories.length > MAX_LABELS) throw tooMany(matrix, units, categories.length)
  const distances = table ? reordered(table, categories) : matrix.distances
  if (distances) checkDistances(categories, distances)
  const notes = [...matrix.notes, ...notesOn(categories, declared !== undefined, level)]
  return { ...matrix, units, level, categories, declared: declared !== undefined, distances, notes }
}

function labelsOf(units: readonly MatrixUnit[]): Map<string, number> {
  const met = new Map<string, number>()
  for (const { labels } of units)
    for (const label of labels) if (label !== null) met.set(label, (met.get(label) ?? 0) + 1)
  return met
}

const isNumber = (label: string) =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(label) && Number.isFinite(Number(label))
const byNumber = (a: string, b: string) => Number(a) - Number(b)

function asNumber(label: string): string {
  if (isNumber(label)) return String(Number(label))
  throw new MatrixProblem(`${listed([label])} is not a number.`, 'An interval scale has numbers only.')
}

function withNumbers(matrix: RaterMatrix, unit: MatrixUnit): MatrixUnit {
  const labels = unit.labels.map((label, rater) => {
    if (label === null) return null
    if (isNumber(label)) return String(Number(label))
    throw new MatrixProblem(
      `${listed([label])} is not a number.`,
      'On an interval scale every rating is one; choose --level nominal or ordinal, or name the cells that mean "not rated" with --missing.',
      { line: unit.line, column: matrix.raters[rater] },
    )
  })
  return { ...unit, labels }
}

/** Numbers ascending, other labels by their characters, so that the order never depends on the rows. */
function inOrder(labels: readonly string[], level: Level): string[] {
  if (labels.every(isNumber)) return labels.toSorted(byNumber)
  if (level !== 'ordinal') return labels.toSorted()
  throw new MatrixProblem(
    `The order of the labels is not known: ${listed(labels.toSorted())}.`,
    'Declare them from lowest to highest with --categories.',
  )
}

function checkDeclared(matrix: RaterMatrix, units: readonly MatrixUnit[], categories: readonly string[]): void {
  const categorySet = new Set(categories)
  if (categories.length === 0 || categories.includes('')) {
    throw new MatrixProblem('A declared label is empty.', 'Write the labels separated by commas.')
  }
  if (categorySet.size !== categories.length) {
    throw new MatrixProblem('A label is declared twice.', 'Declare every label once.')
  }
  for (const { labels, line } of units) {
    const rater = labels.findIndex((label) => label !== null && !categorySet.has(label))
    if (rater < 0) continue
    throw new MatrixProblem(
      `${listed([labels[rater] ?? ''])} is not among the declared labels ${listed(categories)}.`,
      'Correct the label, or declare it.',
      { line, column: matrix.raters[rater] },
    )
  }
}

function tooMany(matrix: RaterMatrix, units: readonly MatrixUnit[], count: number): MatrixProblem {
  const kinds = matrix.raters.map((_, rater) => new Set(units.map(({ labels }) => labels[rater])).size)
  const column = matrix.raters[kinds.indexOf(Math.max(...kinds))]
  return new MatrixProblem(
    `There are ${count} different labels, most of them in this column: it may not be a rater’s.`,
    'Name the raters’ columns with --raters; numbers on a scale need --level interval.',
    { column },
  )
}

function reordered(table: { categories: string[]; table: number[][] }, categories: readonly string[]): number[][] {
  const positions = categories.map((category) => table.categories.indexOf(category))
  if (positions.includes(-1) || positions.length !== table.categories.length) {
    throw new MatrixProblem(
      `The table of distances is about ${listed(table.categories)}, the labels are ${listed(categories)}.`,
      'Both must be the same.',
    )
  }
  return positions.map((row) => positions.map((column) => table.table[row]?.[column] ?? 0))
}

function notesOn(categories: readonly string[], declared: boolean, level: Level): string[] {
  const twins = categories.filter((label) =>
    categories.some((other) => other !== label && other.toLowerCase() === label.toLowerCase()),
  )
  return [
    ...(declared || level === 'interval'
      ? []
      : [
          `The labels are those met: ${listed(categories, MAX_LABELS)}. A label that could be given and never was changes AC1, PABAK and weights: declare all with --categories.`,
        ]),
    ...(twins.length > 0 ? [`Labels that differ by capitals only are counted as different: ${listed(twins)}.`] : []),
  ]
}

/**
 * A table of distances: labels in the first row and the first column, numbers from 0 between them, 0 on the diagonal, the
 * same in both directions. In the order of `categories`, where these are declared. @throws MatrixProblem
 */
export function readDistances(text: string): { categories: string[]; table: number[][] } {
  const { columns, rows } = readCsv(text.trimStart().startsWith(',') ? `label${text.trimStart()}` : text)
  const categories = columns.slice(1)
  const names = rows.map(({ cells }) => cells[0] ?? '')
  if (names.length !== categories.length || names.some((name, index) => name !== categories[index])) {
    throw new MatrixProblem(
      `The table of distances has the columns ${listed(categories)} and the rows ${listed(names)}.`,
      'Both must be the same labels in the same order.',
    )
  }
  const table = rows.map(({ cells, line }) =>
    cells.slice(1).map((cell, column) => distance(cell, line, categories[column])),
  )
  checkDistances(categories, table)
  return { categories, table }
}

function distance(cell: string | null, line: number, column: string | undefined): number {
  const value = cell === null || cell === '' ? Number.NaN : Number(cell)
  if (Number.isFinite(value) && value >= 0) return value
  throw new MatrixProblem(`${listed([cell ?? ''])} is not a distance.`, 'Write a number from 0.', { line, column })
}

/** @throws MatrixProblem unless the table is square over the labels, symmetric, and 0 on the diagonal only. */
export function checkDistances(categories: readonly string[], table: readonly (readonly number[])[]): void {
  if (table.length !== categories.length || table.some((row) => row.length !== categories.length)) {
    throw new MatrixProblem(
      'The table of distances is not square over the labels.',
      'Write one row and column a label.',
    )
  }
  table.forEach((row, i) => {
    row.forEach((value, j) => {
      const pair = listed([categories[i] ?? '', categories[j] ?? ''])
      if (!Number.isFinite(value) || value < 0) {
        throw new MatrixProblem(`The distance of ${pair} is not a number from 0.`, 'Correct the table.')
      }
      if (i === j && value !== 0)
        throw new MatrixProblem(`A label is not at distance 0 from itself: ${pair}.`, 'Write 0.')
      if (value !== table[j]?.[i]) {
        throw new MatrixProblem(`The distance of ${pair} is not the same in both directions.`, 'Correct the table.')
      }
    })
  })
}
