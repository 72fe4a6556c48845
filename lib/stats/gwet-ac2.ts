import { agreementWeights, type Weights } from './agreement-weights'
import { type ChanceCorrected, chanceCorrected } from './chance-corrected'
import { type RatingTable, requireDeclared } from './ratings'

/**
 * Gwet's AC2: chance agreement pe = T / (q (q - 1)) * sum pi_k (1 - pi_k), T the sum of all weights, q the number of
 * DECLARED categories. Gwet 2008, Br. J. Math. Stat. Psychol. 61:29; Gwet 2014. Any number of raters, with gaps.
 * Undefined: `single-category-universe` if q is 1; `no-pairable-units`.
 * @throws StatsInputError without declared categories.
 */
export function gwetAc2(ratings: RatingTable, options: { readonly weights: Weights }): ChanceCorrected {
  requireDeclared(ratings, "Gwet's coefficient")
  const q = ratings.categories.length
  const weights = agreementWeights(q, options.weights)
  if (q === 1) {
    const { nUnits, pa } = chanceCorrected(ratings, weights, () => ({ pe: 1, ofCategory: weights }))
    return { value: null, reason: 'single-category-universe', nUnits, pa, pe: null, se: null }
  }
  const factor = weights.reduce((sum, weight) => sum + weight, 0) / (q * (q - 1))
  return chanceCorrected(ratings, weights, (shares) => {
    const ofCategory = shares.map((share) => factor * (1 - share))
    return { pe: shares.reduce((sum, share, k) => sum + share * (ofCategory[k] ?? 0), 0), ofCategory }
  })
}
