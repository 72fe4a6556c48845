import { type ConfusionMatrix, margins } from './confusion-matrix'
import { type ImbalanceIndex, imbalanceIndex } from './imbalance-index'

/**
 * Bias index |b - c| / n of two raters and two categories, b and c the units on which only the one or only the other says
 * the first: how far the two differ in how often they use a category. Byrt, Bishop & Carlin 1993. With the prevalence
 * index: kappa = (PABAK - PI^2 + BI^2) / (1 - PI^2 + BI^2). Undefined: `no-pairable-units`.
 * @throws StatsInputError unless there are two categories.
 */
export function biasIndex(matrix: ConfusionMatrix): ImbalanceIndex {
  const { rows, columns } = margins(matrix)
  return imbalanceIndex(matrix, rows[0] ?? 0, columns[0] ?? 0)
}
