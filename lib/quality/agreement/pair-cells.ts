/** Confusions of every two annotators, as one list of counts that resamples are added up in. Pure. */
import type { Estimate } from '@/lib/stats/result'
import type { Rated } from './pattern-tables'

/** Pair p has `q * q` cells from `p * q * q` on: rows are the first rater's categories. */
export interface PairCells {
  readonly q: number
  /** Numbers of annotators, the lower first; in ascending order. */
  readonly pairs: readonly (readonly [number, number])[]
  /** For every pattern, the cells that each of its units adds one to. */
  readonly cellsOf: readonly Int32Array[]
}

/** The pairs of annotators with common units. */
export function pairCells(q: number, patterns: readonly Rated[]): PairCells {
  const found = new Map<string, [number, number]>()
  const met = patterns.map((pattern) => pairsIn(pattern))
  for (const pairs of met) for (const { key, first, second } of pairs) found.set(key, [first, second])
  const pairs = [...found].sort(([, a], [, b]) => a[0] - b[0] || a[1] - b[1])
  const indexOf = new Map(pairs.map(([key], index) => [key, index]))
  const cellsOf = met.map((each) =>
    Int32Array.from(each, ({ key, row, column }) => (indexOf.get(key) ?? 0) * q * q + row * q + column),
  )
  return { q, pairs: pairs.map(([, pair]) => pair), cellsOf }
}

function pairsIn({ raters, codes }: Rated) {
  return raters.flatMap((first, i) =>
    raters.slice(i + 1).map((second, offset) => ({
      key: `${first}-${second}`,
      first,
      second,
      row: codes[i] ?? 0,
      column: codes[i + 1 + offset] ?? 0,
    })),
  )
}

/** The counts of all cells where every pattern stands for so many units. */
export function fillPairCells({ q, pairs, cellsOf }: PairCells, units: ArrayLike<number>, into?: Float64Array) {
  const counts = into ?? new Float64Array(pairs.length * q * q)
  counts.fill(0)
  for (let pattern = 0; pattern < cellsOf.length; pattern++) {
    const times = units[pattern] ?? 0
    if (times === 0) continue
    for (const cell of cellsOf[pattern] ?? []) counts[cell] = (counts[cell] ?? 0) + times
  }
  return counts
}

/**
 * The mean of the defined Cohen's kappas of all pairs (Light 1971), as `meanPairwiseCohen` gives it, without standard
 * errors: with many annotators there are a thousand pairs in each of two thousand resamples.
 */
export function meanCohen({ q, pairs }: Pick<PairCells, 'q' | 'pairs'>, counts: Float64Array): Estimate {
  let sum = 0
  let defined = 0
  let common = 0
  for (let pair = 0; pair < pairs.length; pair++) {
    const { n, kappa } = plainKappa(counts, pair * q * q, q)
    common += n
    if (kappa === null) continue
    sum += kappa
    defined++
  }
  if (defined > 0) return { value: sum / defined }
  return { value: null, reason: common === 0 ? 'no-pairable-units' : 'no-variation' }
}

/** Cohen's kappa of one pair, whose confusion the counts are row by row; as `cohenKappa`, without standard errors. */
export function kappaOfCells(counts: Float64Array, q: number): Estimate {
  const { n, kappa } = plainKappa(counts, 0, q)
  if (kappa !== null) return { value: kappa }
  return { value: null, reason: n === 0 ? 'no-pairable-units' : 'no-variation' }
}

function plainKappa(counts: Float64Array, start: number, q: number): { n: number; kappa: number | null } {
  let n = 0
  let agreeing = 0
  let chance = 0
  for (let k = 0; k < q; k++) {
    let row = 0
    let column = 0
    for (let l = 0; l < q; l++) {
      row += counts[start + k * q + l] ?? 0
      column += counts[start + l * q + k] ?? 0
    }
    n += row
    agreeing += counts[start + k * q + k] ?? 0
    chance += row * column
  }
  if (n === 0) return { n, kappa: null }
  const [po, pe] = [agreeing / n, chance / n ** 2]
  return { n, kappa: pe >= 1 ? null : (po - pe) / (1 - pe) }
}
