import type { ConfusionMatrix } from './confusion-matrix'
import { type ImbalanceIndex, imbalanceIndex } from './imbalance-index'

/**
 * Prevalence index |a - d| / n of two raters and two categories, a and d the units on which both say the first or the
 * second: near 1 nearly all units are of one kind, and kappa is small even if people agree. Byrt, Bishop & Carlin 1993,
 * J. Clin. Epidemiol. 46:423. Undefined: `no-pairable-units`.
 * @throws StatsInputError unless there are two categories.
 */
export function prevalenceIndex(matrix: ConfusionMatrix): ImbalanceIndex {
  return imbalanceIndex(matrix, matrix.counts[0]?.[0] ?? 0, matrix.counts[1]?.[1] ?? 0)
}
