import { type Label, type RatingTable, UNRATED } from './ratings'

export interface LabelShare {
  readonly label: Label
  readonly count: number
  /** null if there are no ratings at all. */
  readonly share: number | null
}

/**
 * How often each label of the universe was given, by all raters or by one (a column), as counts and as shares of the
 * ratings given. The figure that stands beside every chance-corrected coefficient.
 */
export function prevalence(
  ratings: RatingTable,
  rater?: number,
): { readonly n: number; readonly labels: LabelShare[] } {
  const counts = new Float64Array(ratings.categories.length)
  let n = 0
  ratings.codes.forEach((code, cell) => {
    if (code === UNRATED || (rater !== undefined && cell % ratings.raters !== rater)) return
    const times = ratings.times[Math.floor(cell / ratings.raters)] ?? 0
    counts[code] = (counts[code] ?? 0) + times
    n += times
  })
  const labels = ratings.categories.map((label, k) => {
    const count = counts[k] ?? 0
    return { label, count, share: n === 0 ? null : count / n }
  })
  return { n, labels }
}
