import { agreementWeights, type Weights } from './agreement-weights'
import { type ChanceCorrected, chanceCorrected, pooledChance } from './chance-corrected'
import { type RatingTable, requireDeclared } from './ratings'

/**
 * Fleiss' kappa with agreement weights, for any number of raters and gaps: pe = sum w_kl pi_k pi_l over pooled shares.
 * Gwet 2014, Handbook of Inter-Rater Reliability. A unit with one rating counts in the shares, not in pa.
 * Undefined: `no-pairable-units`; `no-variation` if only one label was used.
 * @throws StatsInputError for weights without declared categories.
 */
export function fleissKappaWeighted(ratings: RatingTable, options: { readonly weights: Weights }): ChanceCorrected {
  if (options.weights !== 'none') requireDeclared(ratings, 'Weighted kappa')
  const weights = agreementWeights(ratings.categories.length, options.weights)
  return chanceCorrected(ratings, weights, pooledChance(weights))
}
