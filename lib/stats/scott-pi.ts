import { agreementWeights, type Weights } from './agreement-weights'
import { type ChanceCorrected, chanceCorrected, pooledChance } from './chance-corrected'
import { completeUnits, type RatingTable, requireDeclared } from './ratings'
import { StatsInputError } from './stats-input-error'

/**
 * Scott's pi of two raters: chance agreement pe = sum w_kl pi_k pi_l from the label shares of both raters together.
 * Scott 1955, Public Opinion Quarterly 19:321; error as in Gwet 2014. Units that one of them left out are dropped.
 * Undefined: `no-pairable-units`; `no-variation` if only one label was used.
 * @throws StatsInputError unless there are two raters; for weights without declared categories.
 */
export function scottPi(ratings: RatingTable, options: { readonly weights?: Weights } = {}): ChanceCorrected {
  const { weights: weighting = 'none' } = options
  if (weighting !== 'none') requireDeclared(ratings, 'Weighted pi')
  if (ratings.times.length > 0 && ratings.raters !== 2) {
    throw new StatsInputError('unknown-rater', `Scott's pi compares two raters, not ${ratings.raters}`)
  }
  const weights = agreementWeights(ratings.categories.length, weighting)
  return chanceCorrected(completeUnits(ratings), weights, pooledChance(weights))
}
