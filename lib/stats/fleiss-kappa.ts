import { agreementWeights } from './agreement-weights'
import { chanceCorrected, pooledChance } from './chance-corrected'
import { completeUnits, type RatingTable, visitRows } from './ratings'
import type { Stat } from './result'

export type FleissKappa = Stat<
  { nUnits: number; nRaters: number; pBar: number | null; pE: number | null },
  {
    /** Kappa of each category against all others, in their order; null if it was never or always chosen. */
    perCategory: readonly (number | null)[]
    /** For testing k = 0. */
    seNull: number
  }
>

/**
 * Fleiss' kappa for any number of raters: (pBar - pE) / (1 - pE), pE = sum p_k^2 from the pooled label shares, so that
 * for two raters it is Scott's pi. Fleiss 1971, Psychol. Bull. 76:378; `seNull`: Fleiss, Nee & Landis 1979, Psychol.
 * Bull. 86:974. Only units that all raters rated count. Undefined: `no-pairable-units`; `no-variation` if only one label was used.
 */
export function fleissKappa(ratings: RatingTable): FleissKappa {
  const counted = completeUnits(ratings)
  const weights = agreementWeights(ratings.categories.length, 'none')
  let shares = new Float64Array(0)
  const kappa = chanceCorrected(counted, weights, (pooled) => {
    shares = Float64Array.from(pooled)
    return pooledChance(weights)(pooled)
  })
  const { nUnits } = kappa
  const counts = { nUnits, nRaters: ratings.raters, pBar: kappa.pa, pE: kappa.pe }
  if (kappa.value === null) {
    return { value: null, reason: kappa.reason, ...counts, perCategory: null, seNull: null }
  }
  const seNull = nullError(shares, nUnits, ratings.raters)
  return { value: kappa.value, ...counts, perCategory: categoryKappas(counted, shares, nUnits), seNull }
}

function categoryKappas(ratings: RatingTable, shares: Float64Array, nUnits: number): (number | null)[] {
  const agreement = new Float64Array(shares.length)
  visitRows(ratings, (counts, size, times) => {
    if (size < 2) return
    counts.forEach((count, k) => {
      const others = size - count
      const agreeing = count * (count - 1) + others * (others - 1)
      agreement[k] = (agreement[k] ?? 0) + times * (agreeing / (size * (size - 1)))
    })
  })
  return Array.from(shares, (share, k) => {
    const disagreementByChance = 2 * share * (1 - share)
    if (share === 0 || share >= 1) return null
    return 1 - (1 - (agreement[k] ?? 0) / nUnits) / disagreementByChance
  })
}

function nullError(shares: Float64Array, units: number, raters: number): number {
  const spread = shares.reduce((sum, p) => sum + p * (1 - p), 0)
  const skew = shares.reduce((sum, p) => sum + p * (1 - p) * (1 - 2 * p), 0)
  const variance = (2 * (spread ** 2 - skew)) / (units * raters * (raters - 1) * spread ** 2)
  return Math.sqrt(Math.max(0, variance))
}
