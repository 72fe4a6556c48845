import { Z95 } from './normal'
import { checkCount } from './ratings'
import type { Stat } from './result'
import { StatsInputError } from './stats-input-error'

export type BinomialInterval = Stat<{ n: number }, { low: number; high: number }>

/**
 * A share with Wilson's 95 % score interval: (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n). Wilson 1927, J. Am.
 * Stat. Assoc. 22:209; it holds what it promises for few draws and shares near 0 or 1, where p ± z se does not (Brown, Cai
 * & DasGupta 2001, Stat. Sci. 16:101). For independent draws, such as the side of one choice an item.
 * Undefined: `empty` without a draw.
 * @throws StatsInputError unless both are whole numbers from 0, successes at most n.
 */
export function wilsonInterval(successes: number, n: number): BinomialInterval {
  checkCount(successes)
  checkCount(n)
  if (successes > n) throw new StatsInputError('invalid-count', `${successes} of ${n}`)
  if (n === 0) return { value: null, reason: 'empty', n, low: null, high: null }
  const value = successes / n
  const square = Z95 ** 2
  const middle = (value + square / (2 * n)) / (1 + square / n)
  const reach = (Z95 * Math.sqrt((value * (1 - value)) / n + square / (4 * n ** 2))) / (1 + square / n)
  // Rounding can leave a limit of 1e-17 where it is 0, or one that excludes the share itself.
  const low = successes === 0 ? 0 : middle - reach
  const high = successes === n ? 1 : middle + reach
  return { value, n, low, high }
}
