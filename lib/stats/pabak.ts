import { brennanPrediger } from './brennan-prediger'
import type { ChanceCorrected } from './chance-corrected'
import type { RatingTable } from './ratings'
import { StatsInputError } from './stats-input-error'

/**
 * Prevalence-adjusted bias-adjusted kappa, 2 pa - 1: Cohen's kappa if both categories were equally common and nobody
 * leaned to one. Byrt, Bishop & Carlin 1993, J. Clin. Epidemiol. 46:423. It is Brennan & Prediger's coefficient of two
 * categories, so it takes any number of raters, with gaps; for more categories use `brennanPrediger`. It hides how rare a
 * category is: show it beside kappa and the prevalence, never instead.
 * Undefined: `no-pairable-units`.
 * @throws StatsInputError unless there are two declared categories.
 */
export function pabak(ratings: RatingTable): ChanceCorrected {
  const q = ratings.categories.length
  if (q !== 2) throw new StatsInputError('not-two-categories', `PABAK needs two categories, not ${q}`)
  return brennanPrediger(ratings)
}
