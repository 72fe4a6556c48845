import { weigh } from './agreement-weights'
import { type RatingTable, visitRows } from './ratings'
import type { Stat } from './result'

export type ChanceCorrected = Stat<
  { nUnits: number; pa: number | null; pe: number | null },
  { /** null for a single unit */ se: number | null }
>

/**
 * Chance agreement under some assumption. `ofCategory[k]` is what a rating of category k contributes, so that the
 * mean over ratings is `pe`; the linearised variance needs it. A constant `pe` has constant contributions.
 */
export interface ChanceModel {
  readonly pe: number
  readonly ofCategory: Float64Array
}

/**
 * The common form of the coefficients in Gwet 2014, Handbook of Inter-Rater Reliability (4th ed.): (pa - pe)/(1 - pe).
 * pa = mean over units with r_i >= 2 ratings of sum_k n_ik (n*_ik - 1) / (r_i (r_i - 1)), n*_ik = sum_l w_kl n_il;
 * pi_k = mean over units with r_i >= 1 of n_ik / r_i. `chance` turns pi into pe. `se` is the linearised variance over
 * units, divided by N(N-1) with N the units rated at least once.
 * Undefined: `no-pairable-units`; `no-variation` if pe is 1.
 */
export function chanceCorrected(
  ratings: RatingTable,
  weights: Float64Array,
  chance: (shares: Float64Array) => ChanceModel,
): ChanceCorrected {
  const { nRated, nUnits, pa, shares } = observed(ratings, weights)
  if (nUnits === 0) return { value: null, reason: 'no-pairable-units', nUnits, pa: null, pe: null, se: null }
  const model = chance(shares)
  const { pe } = model
  if (pe >= 1) return { value: null, reason: 'no-variation', nUnits, pa, pe, se: null }
  const value = (pa - pe) / (1 - pe)
  let squares = 0
  visitRows(ratings, (counts, size, times) => {
    if (size === 0) return
    const agreement = size < 2 ? 0 : (nRated / nUnits) * (unitAgreement(counts, size, weights) - pe)
    const chanceOfUnit = counts.reduce((sum, count, k) => sum + count * (model.ofCategory[k] ?? 0), 0) / size
    const linearised = (agreement - 2 * (1 - value) * (chanceOfUnit - pe)) / (1 - pe)
    squares += times * (linearised - value) ** 2
  })
  const se = nRated > 1 ? Math.sqrt(squares / (nRated * (nRated - 1))) : null
  return { value, nUnits, pa, pe, se }
}

function observed(ratings: RatingTable, weights: Float64Array) {
  const shares = new Float64Array(ratings.categories.length)
  let nRated = 0
  let nUnits = 0
  let agreement = 0
  visitRows(ratings, (counts, size, times) => {
    if (size === 0) return
    nRated += times
    counts.forEach((count, k) => {
      shares[k] = (shares[k] ?? 0) + times * (count / size)
    })
    if (size < 2) return
    nUnits += times
    agreement += times * unitAgreement(counts, size, weights)
  })
  return { nRated, nUnits, pa: agreement / nUnits, shares: shares.map((sum) => sum / nRated) }
}

function unitAgreement(counts: Int32Array, size: number, weights: Float64Array): number {
  const q = counts.length
  let agreeing = 0
  for (let k = 0; k < q; k++) {
    const count = counts[k] ?? 0
    if (count === 0) continue
    let weighted = 0
    for (let l = 0; l < q; l++) weighted += (weights[k * q + l] ?? 0) * (counts[l] ?? 0)
    agreeing += count * (weighted - 1)
  }
  return agreeing / (size * (size - 1))
}

/** Chance by one label distribution shared by all raters (Scott, Fleiss): pe = sum w_kl pi_k pi_l. */
export function pooledChance(weights: Float64Array): (shares: Float64Array) => ChanceModel {
  return (shares) => {
    const ofCategory = weigh(weights, shares)
    return { pe: ofCategory.reduce((sum, chance, k) => sum + chance * (shares[k] ?? 0), 0), ofCategory }
  }
}
