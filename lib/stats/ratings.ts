import { foldRows, sumByRow } from './fold-rows'
import { StatsInputError } from './stats-input-error'

/** A label as stored; compared exactly, so 1, '1' and true are three labels. */
export type Label = string | number | boolean

/** Rows are units, columns are raters, null means not rated. */
export type Units = readonly (readonly (Label | null)[])[]

/**
 * The input of every agreement coefficient, checked and coded once. Units that were rated alike are folded into one
 * row with a number of times, so that a coefficient costs as much as there are different rows and a resample only
 * changes `times`. A grouped count from a database is therefore as good as the list of units.
 */
export interface RatingTable {
  /** The declared, ordered universe, or the labels met if none was declared. A code is an index into it. */
  readonly categories: readonly Label[]
  readonly declared: boolean
  readonly raters: number
  /** Distinct rows, `raters` codes each; `UNRATED` where a rater gave no label. */
  readonly codes: Int32Array
  /** How many units look like each row. */
  readonly times: Float64Array
}

/** A rating table that still knows its units, so that they can be resampled. */
export interface Ratings extends RatingTable {
  /** For each unit as passed in: its row, and how many units it stands for. */
  readonly rowOfUnit: Int32Array
  readonly timesOfUnit: Float64Array
}

/** The code of a missing rating. */
export const UNRATED = -1

export interface RatingsOptions {
  /** The declared universe in its order; without it the labels met are used and have no order. */
  readonly categories?: readonly Label[] | undefined
  /** How many units each row of `units` stands for (default 1). */
  readonly times?: readonly number[] | undefined
}

/**
 * Checks and codes units.
 * @throws StatsInputError for rows of different length, undeclared or non-finite labels, duplicate categories, counts
 * that are not whole numbers from 0.
 */
export function ratingsOf(units: Units, options: RatingsOptions = {}): Ratings {
  const universe = indexCategories(options.categories)
  const categories = options.categories ? [...options.categories] : []
  const raters = units[0]?.length ?? 0
  const flat = new Int32Array(units.length * raters)
  units.forEach((row, unit) => {
    if (row.length !== raters) throw new StatsInputError('ragged-units', `Unit ${unit} has ${row.length} columns`)
    row.forEach((label, rater) => {
      flat[unit * raters + rater] = label === null ? UNRATED : codeOf(label, universe, categories, options)
    })
  })
  const timesOfUnit = countsOf(units.length, options.times)
  const { rowOf: rowOfUnit, codes, rows } = foldRows(flat, raters, categories.length, units.length)
  const times = sumByRow(timesOfUnit, rowOfUnit, rows)
  return { categories, declared: options.categories !== undefined, raters, codes, times, rowOfUnit, timesOfUnit }
}

function indexCategories(categories: readonly Label[] | undefined): Map<Label, number> {
  const universe = new Map<Label, number>()
  if (categories?.length === 0) throw new StatsInputError('no-categories', 'The declared universe is empty')
  categories?.forEach((label, index) => {
    checkLabel(label)
    if (universe.has(label)) throw new StatsInputError('duplicate-category', `Category ${label} is declared twice`)
    universe.set(label, index)
  })
  return universe
}

function codeOf(label: Label, universe: Map<Label, number>, categories: Label[], options: RatingsOptions): number {
  const existingCode = universe.get(label)
  if (existingCode !== undefined) return existingCode
  if (options.categories) throw new StatsInputError('undeclared-label', `Label ${label} is not a declared category`)
  checkLabel(label)
  universe.set(label, categories.length)
  return categories.push(label) - 1
}

function checkLabel(label: Label): void {
  if (typeof label === 'number' && !Number.isFinite(label)) {
    throw new StatsInputError('invalid-label', `${label} is not a label`)
  }
}

function countsOf(length: number, times: readonly number[] | undefined): Float64Array {
  if (!times) return new Float64Array(length).fill(1)
  if (times.length !== length) {
    throw new StatsInputError('length-mismatch', `${times.length} counts for ${length} units`)
  }
  times.forEach(checkCount)
  return Float64Array.from(times)
}

/** @throws StatsInputError unless `count` is a whole number from 0. */
export function checkCount(count: number): void {
  if (!Number.isSafeInteger(count) || count < 0) throw new StatsInputError('invalid-count', `${count} is not a count`)
}

/**
 * The ratings behind a table of counts `table[label of rater 0][label of rater 1]`.
 * @throws StatsInputError if the table is not square over the categories or holds something else than counts.
 */
export function ratingsOfTable(table: readonly (readonly number[])[], categories: readonly Label[]): Ratings {
  if (table.length !== categories.length || table.some((row) => row.length !== categories.length)) {
    throw new StatsInputError('length-mismatch', `The table is not ${categories.length} by ${categories.length}`)
  }
  const cells = table.flatMap((row, i) => row.map((count, j) => ({ count, pair: [categories[i], categories[j]] })))
  const units = cells.map((cell) => cell.pair.map((label) => label ?? null))
  return ratingsOf(units, { categories, times: cells.map((cell) => cell.count) })
}

/** The same ratings with other multiplicities of the distinct rows (a resample, or rows left out). */
export function withTimes(ratings: RatingTable, times: Float64Array): RatingTable {
  const { categories, declared, raters, codes } = ratings
  return { categories, declared, raters, codes, times }
}

/** Listwise deletion: units that every rater rated. */
export function completeUnits(ratings: RatingTable): RatingTable {
  const { codes, raters } = ratings
  return withTimes(
    ratings,
    ratings.times.map((times, row) => (codes.subarray(row * raters, (row + 1) * raters).includes(UNRATED) ? 0 : times)),
  )
}

/** @throws StatsInputError unless the universe was declared. `what` names the statistic that needs it. */
export function requireDeclared(ratings: Pick<RatingTable, 'declared'>, what: string): void {
  if (!ratings.declared) throw new StatsInputError('no-category-order', `${what} needs declared, ordered categories`)
}

/** @throws StatsInputError unless the columns are among the raters. */
export function requireRaters(raters: number, ...columns: number[]): void {
  for (const column of columns) {
    if (!Number.isInteger(column) || column < 0 || column >= raters) {
      throw new StatsInputError('unknown-rater', `Rater ${column} is not one of ${raters}`)
    }
  }
}

/**
 * Calls `visit` for every distinct row that occurs, with how often each category was chosen in it, the number of
 * ratings and the number of units. `counts` is reused from call to call.
 */
export function visitRows(
  ratings: RatingTable,
  visit: (counts: Int32Array, size: number, times: number) => void,
): void {
  const { codes, raters } = ratings
  const counts = new Int32Array(ratings.categories.length)
  ratings.times.forEach((times, row) => {
    if (times === 0) return
    counts.fill(0)
    let size = 0
    for (let cell = row * raters; cell < (row + 1) * raters; cell++) {
      const code = codes[cell] ?? 0
      if (code === UNRATED) continue
      counts[code] = (counts[code] ?? 0) + 1
      size++
    }
    visit(counts, size, times)
  })
}
