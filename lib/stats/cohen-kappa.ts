import { agreementWeights, type Weights, weigh } from './agreement-weights'
import { type ConfusionMatrix, margins } from './confusion-matrix'
import { Z95 } from './normal'
import { requireDeclared } from './ratings'
import type { Stat } from './result'

export type CohenKappa = Stat<
  { n: number; po: number | null; pe: number | null },
  { se: number; ciLow: number; ciHigh: number; seNull: number }
>

/**
 * Cohen's kappa of two raters from their confusion matrix, k = (po - pe) / (1 - pe) with po = sum w_ij p_ij and
 * pe = sum w_ij p_i. p_.j. Cohen 1960, Educ. Psychol. Meas. 20:37; weighted: Cohen 1968, Psychol. Bull. 70:213.
 * `se` is the large-sample error and `seNull` the one for testing k = 0, both from Fleiss, Cohen & Everitt 1969,
 * Psychol. Bull. 72:323; the 95 % limits k -+ z se are not clipped.
 * Undefined: `no-pairable-units` without a unit that both rated; `no-variation` if pe is 1. One constant rater: 0.
 * @throws StatsInputError for weights without declared categories.
 */
export function cohenKappa(matrix: ConfusionMatrix, options: { readonly weights?: Weights } = {}): CohenKappa {
  const { weights: weighting = 'none' } = options
  if (weighting !== 'none') requireDeclared(matrix, 'Weighted kappa')
  const { n, categories } = matrix
  const noErrors = { se: null, ciLow: null, ciHigh: null, seNull: null }
  if (n === 0) return { value: null, reason: 'no-pairable-units', n, po: null, pe: null, ...noErrors }
  const cells = matrix.counts.map((row) => row.map((count) => count / n))
  const weights = agreementWeights(categories.length, weighting)
  const { po, pe } = agreementOf(matrix, weights)
  if (pe >= 1) return { value: null, reason: 'no-variation', n, po, pe, ...noErrors }
  const value = (po - pe) / (1 - pe)
  const { se, seNull } = standardErrors(cells, matrix, weights, value, pe)
  return { value, n, po, pe, se, ciLow: value - Z95 * se, ciHigh: value + Z95 * se, seNull }
}

function agreementOf(matrix: ConfusionMatrix, weights: Float64Array): { po: number; pe: number } {
  const { rows, columns } = margins(matrix)
  let observed = 0
  let expected = 0
  matrix.counts.forEach((row, i) => {
    row.forEach((count, j) => {
      const weight = weights[i * rows.length + j] ?? 0
      observed += weight * count
      expected += weight * (rows[i] ?? 0) * (columns[j] ?? 0)
    })
  })
  return { po: observed / matrix.n, pe: expected / matrix.n ** 2 }
}

function standardErrors(
  cells: readonly Float64Array[],
  matrix: ConfusionMatrix,
  weights: Float64Array,
  kappa: number,
  pe: number,
): { se: number; seNull: number } {
  const { rows, columns } = margins(matrix)
  const rowShares = rows.map((count) => count / matrix.n)
  const columnShares = columns.map((count) => count / matrix.n)
  const ofRow = weigh(weights, columnShares)
  const ofColumn = weigh(weights, rowShares)
  let spread = 0
  let nullSpread = 0
  cells.forEach((row, i) => {
    row.forEach((p, j) => {
      const weight = weights[i * rows.length + j] ?? 0
      const mean = (ofRow[i] ?? 0) + (ofColumn[j] ?? 0)
      spread += p * (weight - mean * (1 - kappa)) ** 2
      nullSpread += (rowShares[i] ?? 0) * (columnShares[j] ?? 0) * (weight - mean) ** 2
    })
  })
  const scale = matrix.n * (1 - pe) ** 2
  // Rounding can leave a variance of -1e-17 where it is 0.
  const error = (variance: number) => Math.sqrt(Math.max(0, variance) / scale)
  return { se: error(spread - (kappa - pe * (1 - kappa)) ** 2), seNull: error(nullSpread - pe ** 2) }
}
