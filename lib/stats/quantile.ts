import type { Estimate } from './result'
import { StatsInputError } from './stats-input-error'

/**
 * The quantile of type 7 (Hyndman & Fan 1996, Am. Stat. 50:361; the default of R and NumPy): h = (n-1)p, linear
 * between the order statistics around h. `values` need not be sorted. Undefined: `empty` without values.
 * @throws StatsInputError for values that are not finite, or p outside 0 to 1.
 */
export function quantile(values: ArrayLike<number>, p: number): Estimate {
  const sorted = Float64Array.from(values).sort()
  if (!sorted.every(Number.isFinite)) throw new StatsInputError('not-a-number', 'A value is not finite')
  if (sorted.length === 0) return { value: null, reason: 'empty' }
  return { value: quantileOfSorted(sorted, p) }
}

/** The same for values that are sorted, finite and at least one. */
export function quantileOfSorted(sorted: Float64Array, p: number): number {
  if (!(p >= 0 && p <= 1)) throw new StatsInputError('invalid-option', `${p} is not a probability`)
  const position = (sorted.length - 1) * p
  const below = Math.floor(position)
  const low = sorted[below] ?? 0
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? 0
  return low + (position - below) * (high - low)
}
