import { agreementWeights, type Weights } from './agreement-weights'
import { type ChanceCorrected, chanceCorrected } from './chance-corrected'
import { type RatingTable, requireDeclared } from './ratings'

/**
 * Brennan & Prediger's coefficient (free-marginal kappa): every DECLARED category is equally likely by chance,
 * pe = T / q^2, T the sum of all weights. Brennan & Prediger 1981, Educ. Psychol. Meas. 41:687; with two categories
 * and two raters it is PABAK, 2 pa - 1 (Byrt et al. 1993). Any number of raters, with gaps (Gwet 2014).
 * Undefined: `single-category-universe` if q is 1; `no-pairable-units`.
 * @throws StatsInputError without declared categories.
 */
export function brennanPrediger(ratings: RatingTable, options: { readonly weights?: Weights } = {}): ChanceCorrected {
  requireDeclared(ratings, "Brennan and Prediger's coefficient")
  const q = ratings.categories.length
  const weights = agreementWeights(q, options.weights ?? 'none')
  const pe = weights.reduce((sum, weight) => sum + weight, 0) / q ** 2
  const result = chanceCorrected(ratings, weights, () => ({ pe, ofCategory: new Float64Array(q).fill(pe) }))
  if (q > 1) return result
  return { value: null, reason: 'single-category-universe', nUnits: result.nUnits, pa: result.pa, pe: null, se: null }
}
