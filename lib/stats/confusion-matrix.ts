import { type Label, type RatingTable, requireRaters, UNRATED } from './ratings'

/** Counts over pairs of labels: row = first rater (or gold), column = second rater (or prediction). */
export interface ConfusionMatrix {
  readonly categories: readonly Label[]
  readonly declared: boolean
  readonly counts: readonly Float64Array[]
  readonly n: number
}

/**
 * The confusion matrix of two raters (columns of the ratings), over the units that both rated: pairwise deletion.
 * @throws StatsInputError if a rater is not a column. Without units there are no columns, and the matrix is empty.
 */
export function confusionMatrix(ratings: RatingTable, first = 0, second = 1): ConfusionMatrix {
  const { categories, declared, raters, codes } = ratings
  const counts = categories.map(() => new Float64Array(categories.length))
  let n = 0
  if (ratings.times.length > 0) requireRaters(raters, first, second)
  ratings.times.forEach((times, row) => {
    const i = codes[row * raters + first] ?? 0
    const j = codes[row * raters + second] ?? 0
    const line = counts[i]
    if (line === undefined || j === UNRATED) return
    line[j] = (line[j] ?? 0) + times
    n += times
  })
  return { categories, declared, counts, n }
}

/** Row sums and column sums of a confusion matrix. */
export function margins(matrix: ConfusionMatrix): { readonly rows: Float64Array; readonly columns: Float64Array } {
  const rows = Float64Array.from(matrix.counts, (row) => row.reduce((sum, count) => sum + count, 0))
  const columns = rows.map((_, j) => matrix.counts.reduce((sum, row) => sum + (row[j] ?? 0), 0))
  return { rows, columns }
}
