import { type Draws, drawsOfClusters } from './draws'
import { foldRows, sumByRow } from './fold-rows'
import { checkCategories, type Label, type RatingTable, requireRaters, UNRATED } from './ratings'
import { StatsInputError } from './stats-input-error'

/** Responses that hold the same units: what is in one of them, and how many there are. */
export interface ClusterCount {
  /** One index of a pattern for each unit of the response, in any order. */
  readonly patternIndexes: readonly number[]
  readonly responses: number
}

export interface FoldedRatings {
  /** Rows of category indexes, one column a rater, `UNRATED` where a rater gave no label. */
  readonly patterns: readonly (readonly number[])[]
  /** In the order in which they are drawn; equal responses stand one after the other. */
  readonly clusters: readonly ClusterCount[]
  readonly categories: readonly Label[]
}

/** Ratings and what the bootstrap draws of them. */
export interface ClusterRatings {
  readonly ratings: RatingTable
  readonly draws: Draws
}

/**
 * Ratings from counts: patterns of labels, and responses folded by the patterns of their units, without a list of units.
 * It gives what `ratingsOf` and `clusterDraws` give for the units written out response by response.
 * @throws StatsInputError for rows of different length, codes that are no category, counts that are not whole numbers
 * from 0, and indexes that are no pattern.
 */
export function clusterRatings({ patterns, clusters, categories }: FoldedRatings): ClusterRatings {
  checkCategories(categories)
  const raters = patterns[0]?.length ?? 0
  const flat = flatten(patterns, raters, categories.length)
  const folded = foldRows(flat, raters, categories.length, patterns.length)
  const known = new Map<string, ReadonlyMap<number, number>>()
  const draws = drawsOfClusters(
    clusters.map(({ patternIndexes, responses }) => {
      const key = patternIndexes.join()
      const amounts = known.get(key) ?? amountsOf(patternIndexes, folded.rowOf)
      known.set(key, amounts)
      return { amounts, responses }
    }),
  )
  const { codes, rows } = folded
  return { ratings: { categories, declared: true, raters, codes, times: timesOf(draws, rows) }, draws }
}

function flatten(patterns: FoldedRatings['patterns'], raters: number, q: number): Int32Array {
  const flat = new Int32Array(patterns.length * raters)
  patterns.forEach((row, pattern) => {
    if (row.length !== raters) throw new StatsInputError('ragged-units', `Pattern ${pattern} has ${row.length} columns`)
    if (!row.every((code) => Number.isInteger(code) && code >= UNRATED && code < q)) {
      throw new StatsInputError('undeclared-label', `Pattern ${pattern} has a code that is no category`)
    }
    flat.set(row, pattern * raters)
  })
  return flat
}

function amountsOf(patternIndexes: readonly number[], rowOf: Int32Array): Map<number, number> {
  const amounts = new Map<number, number>()
  for (const pattern of patternIndexes) {
    const row = rowOf[pattern]
    if (row === undefined) throw new StatsInputError('invalid-option', `${pattern} is not a pattern`)
    amounts.set(row, (amounts.get(row) ?? 0) + 1)
  }
  return amounts
}

/** The units of all clusters together, by row. */
function timesOf(draws: Draws, rows: number): Float64Array {
  const clusters = new Float64Array(draws.starts.length - 1)
  for (const type of draws.typeOf) clusters[type] = (clusters[type] ?? 0) + 1
  const times = new Float64Array(rows)
  clusters.forEach((count, type) => {
    for (let j = draws.starts[type] ?? 0; j < (draws.starts[type + 1] ?? 0); j++) {
      const row = draws.rows[j] ?? 0
      times[row] = (times[row] ?? 0) + count * (draws.amounts[j] ?? 0)
    }
  })
  return times
}

/**
 * Keeps these raters (columns) in this order; every response is drawn as before. Resampling costs as much as there are
 * different rows, so it pays off for a pair out of many.
 * @throws StatsInputError if a rater is not a column.
 */
export function clustersOfRaters({ ratings, draws }: ClusterRatings, columns: readonly number[]): ClusterRatings {
  const { raters, codes } = ratings
  const rows = ratings.times.length
  if (rows === 0) return { ratings, draws }
  requireRaters(raters, ...columns)
  const kept = new Int32Array(rows * columns.length)
  for (let row = 0; row < rows; row++) {
    columns.forEach((column, index) => {
      kept[row * columns.length + index] = codes[row * raters + column] ?? UNRATED
    })
  }
  return refold({ ratings, draws }, kept, columns.length)
}

/** Forgets who gave which label, as `withoutRaters` does. */
export function clustersWithoutRaters({ ratings, draws }: ClusterRatings): ClusterRatings {
  const { raters } = ratings
  const sorted = ratings.codes.slice()
  for (let row = 0; row < ratings.times.length; row++) sorted.subarray(row * raters, (row + 1) * raters).sort()
  return refold({ ratings, draws }, sorted, raters)
}

function refold({ ratings, draws }: ClusterRatings, changed: Int32Array, raters: number): ClusterRatings {
  const { rowOf, codes, rows } = foldRows(changed, raters, ratings.categories.length, ratings.times.length)
  return {
    ratings: { ...ratings, raters, codes, times: sumByRow(ratings.times, rowOf, rows) },
    draws: { ...draws, rows: draws.rows.map((row) => rowOf[row] ?? 0) },
  }
}
