import { type CohenKappa, cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { type PercentAgreement, percentAgreement } from './percent-agreement'
import { type RatingTable, requireRaters } from './ratings'

export interface IntraAnnotator {
  /** Share of the units labelled the same in both rounds. */
  readonly agreement: PercentAgreement
  readonly kappa: CohenKappa
}

/**
 * How well one person agrees with themselves: two rounds over the same units, as two columns of ratings. Percent and
 * Cohen's kappa (1960), as between two people; units answered in one round only do not count. It bounds what two people
 * can reach (Krippendorff 2013, Content Analysis, 11.2: stability).
 * Undefined: as `percentAgreement` and `cohenKappa`.
 * @throws StatsInputError if a round is not a column.
 */
export function intraAnnotator(ratings: RatingTable, first = 0, second = 1): IntraAnnotator {
  const { raters, codes, times } = ratings
  if (times.length > 0) requireRaters(raters, first, second)
  const pair = new Int32Array(times.length * 2)
  times.forEach((_, row) => {
    pair[row * 2] = codes[row * raters + first] ?? 0
    pair[row * 2 + 1] = codes[row * raters + second] ?? 0
  })
  const both = { ...ratings, raters: 2, codes: pair }
  return { agreement: percentAgreement(both), kappa: cohenKappa(confusionMatrix(both)) }
}
