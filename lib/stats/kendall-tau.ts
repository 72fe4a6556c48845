import type { Stat } from './result'
import { StatsInputError } from './stats-input-error'

export type KendallTau = Stat<{ n: number; concordant: number; discordant: number }>

/**
 * Kendall's tau-b of two lists of numbers for the same things: (concordant - discordant pairs) / sqrt((pairs - ties in x) *
 * (pairs - ties in y)). Kendall 1945, Biometrika 33:239. O(n²), for lists of systems.
 * Undefined: `empty` below two; `no-variation` if one of the lists is constant.
 * @throws StatsInputError for lists of different lengths or values that are not finite.
 */
export function kendallTau(x: readonly number[], y: readonly number[]): KendallTau {
  if (x.length !== y.length) throw new StatsInputError('length-mismatch', `${x.length} and ${y.length} values`)
  if (![...x, ...y].every(Number.isFinite)) throw new StatsInputError('not-a-number', 'A value is not finite')
  const n = x.length
  let [concordant, discordant, differX, differY] = [0, 0, 0, 0]
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const dx = Math.sign((x[i] ?? 0) - (x[j] ?? 0))
      const dy = Math.sign((y[i] ?? 0) - (y[j] ?? 0))
      if (dx !== 0) differX++
      if (dy !== 0) differY++
      if (dx * dy > 0) concordant++
      if (dx * dy < 0) discordant++
    }
  }
  const counts = { n, concordant, discordant }
  if (n < 2) return { value: null, reason: 'empty', ...counts }
  if (differX === 0 || differY === 0) return { value: null, reason: 'no-variation', ...counts }
  return { value: (concordant - discordant) / Math.sqrt(differX * differY), ...counts }
}
