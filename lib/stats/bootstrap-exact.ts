import { type BootstrapInterval, bootstrap } from './bootstrap'
import type { Ratings, RatingTable } from './ratings'
import type { Estimate } from './result'
import type { NextIndex } from './seeded-random'
import { StatsInputError } from './stats-input-error'

/** 7^7 resamples are quick, 8^8 are not. */
const MOST_UNITS = 7

/**
 * The exact bootstrap distribution of a tiny data set: all n^n equally likely resamples of its n units instead of
 * random ones (Fisher & Hall 1991, J. Stat. Plan. Inference 27:157).
 * @throws StatsInputError for more than seven units.
 */
export function bootstrapExact<Name extends string>(
  ratings: Ratings,
  statistics: Readonly<Record<Name, (ratings: RatingTable) => Estimate>>,
  options: { readonly confidence?: number } = {},
): Record<Name, BootstrapInterval> {
  const n = ratings.timesOfUnit.reduce((sum, count) => sum + count, 0)
  if (n > MOST_UNITS) throw new StatsInputError('invalid-option', `${n} units are too many to enumerate`)
  return bootstrap(ratings, statistics, { ...options, resamples: Math.max(1, n ** n), nextIndex: everyIndexVector(n) })
}

/** Counts through all index vectors of length n, one index per call. */
function everyIndexVector(n: number): NextIndex {
  const digits = new Array<number>(n).fill(0)
  let position = 0
  return () => {
    const index = digits[position] ?? 0
    position++
    if (position === n) {
      position = 0
      countUp(digits, n)
    }
    return index
  }
}

function countUp(digits: number[], base: number): void {
  for (let i = 0; i < digits.length; i++) {
    const digit = (digits[i] ?? 0) + 1
    digits[i] = digit % base
    if (digit < base) return
  }
}
