import { confusionMatrix } from './confusion-matrix'
import { completeUnits, type RatingTable, visitRows } from './ratings'
import type { Stat } from './result'

/** What the mean is taken over; the first three coincide when every rater rated every unit. */
export type AgreementAverage = 'units' | 'raterPairs' | 'pooled' | 'unanimous'

export type PercentAgreement = Stat<{ nUnits: number }>

/**
 * Observed agreement as a share from 0 to 1.
 * units: mean over units with at least two ratings of the share of agreeing rater pairs (Fleiss 1971, P-bar).
 * raterPairs: mean over rater pairs of their agreement on common units, pairs without common units left out.
 * pooled: agreeing pairs of ratings / all pairs of ratings.
 * unanimous: share of the completely rated units on which all agree.
 * `nUnits` counts the units that enter. Undefined: `no-pairable-units` if there are none.
 */
export function percentAgreement(
  ratings: RatingTable,
  options: { readonly average?: AgreementAverage } = {},
): PercentAgreement {
  const { average = 'units' } = options
  const counted = average === 'unanimous' ? completeUnits(ratings) : ratings
  const totals = pairTotals(counted)
  const { nUnits } = totals
  if (nUnits === 0) return { value: null, reason: 'no-pairable-units', nUnits }
  if (average === 'raterPairs') return { value: meanOverRaterPairs(ratings), nUnits }
  if (average === 'pooled') return { value: totals.agreeing / totals.pairs, nUnits }
  return { value: (average === 'units' ? totals.shares : totals.unanimous) / nUnits, nUnits }
}

function pairTotals(ratings: RatingTable) {
  const totals = { nUnits: 0, shares: 0, agreeing: 0, pairs: 0, unanimous: 0 }
  visitRows(ratings, (counts, size, times) => {
    if (size < 2) return
    const agreeing = counts.reduce((sum, count) => sum + count * (count - 1), 0)
    const pairs = size * (size - 1)
    totals.nUnits += times
    totals.shares += times * (agreeing / pairs)
    totals.agreeing += times * agreeing
    totals.pairs += times * pairs
    if (agreeing === pairs) totals.unanimous += times
  })
  return totals
}

function meanOverRaterPairs(ratings: RatingTable): number {
  const shares: number[] = []
  for (let a = 0; a < ratings.raters; a++) {
    for (let b = a + 1; b < ratings.raters; b++) {
      const { counts, n } = confusionMatrix(ratings, a, b)
      if (n > 0) shares.push(counts.reduce((sum, row, i) => sum + (row[i] ?? 0), 0) / n)
    }
  }
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
