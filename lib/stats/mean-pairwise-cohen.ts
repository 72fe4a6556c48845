import type { Weights } from './agreement-weights'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import type { RatingTable } from './ratings'
import type { Stat } from './result'

export type MeanPairwiseCohen = Stat<{
  /** Kappa of each pair of raters, keyed "a-b" by column; null where undefined. */
  pairs: Readonly<Record<string, number | null>>
  /** How many pairs have a kappa. */
  nPairs: number
}>

/**
 * The mean of the defined Cohen's kappas of all pairs of raters, each over the units the two have in common.
 * Light 1971, Psychol. Bull. 76:365. Undefined: `no-pairable-units` if no pair has a common unit; `no-variation` if
 * pairs have, but none has a kappa.
 * @throws StatsInputError for weights without declared categories.
 */
export function meanPairwiseCohen(
  ratings: RatingTable,
  options: { readonly weights?: Weights } = {},
): MeanPairwiseCohen {
  const pairs: Record<string, number | null> = {}
  let common = 0
  for (let a = 0; a < ratings.raters; a++) {
    for (let b = a + 1; b < ratings.raters; b++) {
      const kappa = cohenKappa(confusionMatrix(ratings, a, b), options)
      pairs[`${a}-${b}`] = kappa.value
      common += kappa.n
    }
  }
  const values = Object.values(pairs).filter((value) => value !== null)
  const nPairs = values.length
  if (nPairs === 0) return { value: null, reason: common === 0 ? 'no-pairable-units' : 'no-variation', pairs, nPairs }
  return { value: values.reduce((sum, value) => sum + value, 0) / nPairs, pairs, nPairs }
}
