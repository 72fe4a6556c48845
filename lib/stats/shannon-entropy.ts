import type { Estimate } from './result'

/**
 * Entropy of a distribution in bits, from counts: H = -sum p log2 p, where categories that nobody gave add nothing. 0 where all are alike.
 * Shannon 1948, Bell System Technical Journal 27:379. Undefined: `empty` without counts.
 */
export function shannonEntropy(counts: ArrayLike<number>): Estimate {
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0) return { value: null, reason: 'empty' }
  const parts = Array.from(counts, (count) => (count === 0 ? 0 : (-count / total) * Math.log2(count / total)))
  return { value: parts.reduce((sum, part) => sum + part, 0) }
}
