import type { NextIndex } from '@/lib/stats/seeded-random'

/**
 * Counts through all index vectors of length n, one index per call: with n^n resamples a bootstrap then gives the exact
 * distribution (Fisher & Hall 1991, J. Stat. Plan. Inference 27:157).
 */
export function everyIndexVector(n: number): NextIndex {
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
