import { confusionMatrix, margins } from './confusion-matrix'
import { percentAgreement } from './percent-agreement'
import { completeUnits, type RatingTable } from './ratings'
import type { Stat } from './result'

export type CongerKappa = Stat<{ nUnits: number; po: number | null; pe: number | null }>

/**
 * Conger's kappa: Cohen's kappa for more than two fixed raters. po = mean agreement of rater pairs, pe = mean over
 * rater pairs of sum_k p_ak p_bk, so every rater keeps their own label distribution. Conger 1980, Psychol. Bull.
 * 88:322; the same as Davies & Fleiss 1982. Only completely rated units count.
 * Undefined: `no-pairable-units`; `no-variation` if all raters used one and the same label.
 */
export function congerKappa(ratings: RatingTable): CongerKappa {
  const complete = completeUnits(ratings)
  const agreement = percentAgreement(complete)
  const { nUnits } = agreement
  if (agreement.value === null) return { value: null, reason: agreement.reason, nUnits, po: null, pe: null }
  const po = agreement.value
  const pe = meanChance(complete)
  if (pe >= 1) return { value: null, reason: 'no-variation', nUnits, po, pe }
  return { value: (po - pe) / (1 - pe), nUnits, po, pe }
}

function meanChance(ratings: RatingTable): number {
  let sum = 0
  let pairs = 0
  for (let a = 0; a < ratings.raters; a++) {
    for (let b = a + 1; b < ratings.raters; b++) {
      const matrix = confusionMatrix(ratings, a, b)
      const { rows, columns } = margins(matrix)
      sum += rows.reduce((chance, count, k) => chance + count * (columns[k] ?? 0), 0) / matrix.n ** 2
      pairs++
    }
  }
  return sum / pairs
}
