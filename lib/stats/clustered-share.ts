import { Z95 } from './normal'
import { checkCount } from './ratings'
import type { Stat } from './result'
import { StatsInputError } from './stats-input-error'

/** Draws of one cluster: so many, so many of them successes. */
export interface ClusterDraws {
  readonly n: number
  readonly successes: number
}

export type ClusteredShare = Stat<
  { n: number /** with draws */; clusters: number },
  { low: number; high: number /** what the draws are worth as independent ones */; effective: number }
>

/**
 * A share of draws that come in clusters, with Wilson's 95 % interval at the effective sample size: n* = p (1 - p) / v, where v is the
 * variance of the ratio sum(successes) / sum(n) between clusters, between the number of clusters and that of draws. Where all draws
 * fall on one side v tells nothing, and n* is the number of clusters, as if each said one thing. Korn & Graubard 1998, Survey
 * Methodology 24:193; Franco, Little, Louis & Slud 2019, J. Surv. Stat. Methodol. 7:334.
 * Undefined: `empty` without a draw.
 * @throws StatsInputError unless all are whole numbers from 0, successes at most n.
 */
export function clusteredShare(draws: readonly ClusterDraws[]): ClusteredShare {
  for (const { n, successes } of draws) {
    checkCount(n)
    checkCount(successes)
    if (successes > n) throw new StatsInputError('invalid-count', `${successes} of ${n}`)
  }
  const used = draws.filter(({ n }) => n > 0)
  const clusters = used.length
  const n = used.reduce((sum, each) => sum + each.n, 0)
  if (n === 0) return { value: null, reason: 'empty', n, clusters, low: null, high: null, effective: null }
  const value = used.reduce((sum, { successes }) => sum + successes, 0) / n
  const effective = effectiveSize(used, { value, n })
  const square = Z95 ** 2
  const middle = (value + square / (2 * effective)) / (1 + square / effective)
  const reach =
    (Z95 * Math.sqrt((value * (1 - value)) / effective + square / (4 * effective ** 2))) / (1 + square / effective)
  // Rounding can leave a limit of 1e-17 where it is 0.
  const low = value === 0 ? 0 : Math.max(0, middle - reach)
  const high = value === 1 ? 1 : Math.min(1, middle + reach)
  return { value, n, clusters, low, high, effective }
}

function effectiveSize(used: readonly ClusterDraws[], { value, n }: { value: number; n: number }): number {
  const clusters = used.length
  if (clusters < 2 || value === 0 || value === 1) return clusters
  const spread = used.reduce((sum, each) => sum + (each.successes - value * each.n) ** 2, 0)
  const variance = ((clusters / (clusters - 1)) * spread) / n ** 2
  return variance === 0 ? n : Math.min(n, Math.max(clusters, (value * (1 - value)) / variance))
}
