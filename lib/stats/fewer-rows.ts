import { foldRows, sumByRow } from './fold-rows'
import { type Ratings, requireRaters } from './ratings'

// Resampling costs as much as there are distinct rows, so these two pay off before a bootstrap with many raters.

/**
 * Forgets who gave which label. Statistics that do not ask who rated (all but Cohen, Light, Conger and the `raterPairs`
 * average) stay the same.
 */
export function withoutRaters(ratings: Ratings): Ratings {
  const { raters } = ratings
  const codes = ratings.codes.slice()
  for (let row = 0; row < ratings.times.length; row++) codes.subarray(row * raters, (row + 1) * raters).sort()
  return refold(ratings, codes, raters)
}

/**
 * Keeps two raters (columns of the ratings); all units stay, so that clusters still fit.
 * @throws StatsInputError if a rater is not a column.
 */
export function pairOfRaters(ratings: Ratings, first: number, second: number): Ratings {
  const { raters, codes, times } = ratings
  if (times.length === 0) return ratings
  requireRaters(raters, first, second)
  const pairs = new Int32Array(times.length * 2)
  for (let row = 0; row < times.length; row++) {
    pairs[row * 2] = codes[row * raters + first] ?? 0
    pairs[row * 2 + 1] = codes[row * raters + second] ?? 0
  }
  return refold(ratings, pairs, 2)
}

function refold(ratings: Ratings, changed: Int32Array, raters: number): Ratings {
  const { rowOf, codes, rows } = foldRows(changed, raters, ratings.categories.length, ratings.times.length)
  const rowOfUnit = ratings.rowOfUnit.map((row) => rowOf[row] ?? 0)
  return { ...ratings, raters, codes, times: sumByRow(ratings.times, rowOf, rows), rowOfUnit }
}
