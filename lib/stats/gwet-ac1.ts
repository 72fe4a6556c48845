import type { ChanceCorrected } from './chance-corrected'
import { gwetAc2 } from './gwet-ac2'
import type { RatingTable } from './ratings'

/**
 * Gwet's AC1 for nominal labels: AC2 without weights, pe = sum pi_k (1 - pi_k) / (q - 1). Gwet 2008, Br. J. Math.
 * Stat. Psychol. 61:29. Stays defined when only one of several declared labels was used (then it is 1).
 * Undefined and errors: as `gwetAc2`.
 */
export function gwetAc1(ratings: RatingTable): ChanceCorrected {
  return gwetAc2(ratings, { weights: 'none' })
}
