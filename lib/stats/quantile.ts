import { StatsInputError } from './stats-input-error'

/**
 * The quantile of type 7 (Hyndman & Fan 1996, Am. Stat. 50:361; the default of R and NumPy): h = (n-1)p, linear
 * between the order statistics around h. `sorted`: finite values, ascending, at least one.
 * @throws StatsInputError for p outside 0 to 1.
 */
export function quantileOfSorted(sorted: Float64Array, p: number): number {
  if (!(p >= 0 && p <= 1)) throw new StatsInputError('invalid-option', `${p} is not a probability`)
  const position = (sorted.length - 1) * p
  const below = Math.floor(position)
  const low = sorted[below] ?? 0
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? 0
  return low + (position - below) * (high - low)
}
