import { type RatingTable, visitRows } from './ratings'
import type { Stat } from './result'

export type PercentAgreement = Stat<{ nUnits: number }>

/**
 * Observed agreement as a share from 0 to 1: the mean, over units with at least two ratings, of the share of agreeing pairs
 * of ratings (Fleiss 1971, P-bar). `nUnits` counts these units. Undefined: `no-pairable-units` if there are none.
 */
export function percentAgreement(ratings: RatingTable): PercentAgreement {
  let nUnits = 0
  let shares = 0
  visitRows(ratings, (counts, size, times) => {
    if (size < 2) return
    const agreeing = counts.reduce((sum, count) => sum + count * (count - 1), 0)
    nUnits += times
    shares += times * (agreeing / (size * (size - 1)))
  })
  if (nUnits === 0) return { value: null, reason: 'no-pairable-units', nUnits }
  return { value: shares / nUnits, nUnits }
}
