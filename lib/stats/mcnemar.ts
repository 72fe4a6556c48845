import { upperTailOfChiSquared1 } from './chi-squared'
import { checkCount } from './ratings'

export interface McNemar {
  /** `exact` below 25 discordant pairs: two-sided binomial. Otherwise `chi-squared` with continuity correction. */
  readonly method: 'exact' | 'chi-squared'
  /** (|b - c| - 1)² / (b + c); null for the exact test. */
  readonly statistic: number | null
  /** Two-sided. 1 without discordant pairs: nothing tells the two apart. */
  readonly pValue: number
}

/** Fewer discordant pairs than these are tested exactly. */
const ENOUGH = 25

/**
 * McNemar's test of two systems judged on the same cases: b cases that only the first got right, c that only the second
 * did. McNemar 1947, Psychometrika 12:153; continuity correction of Edwards 1948, Psychometrika 13:185.
 * @throws StatsInputError unless both are whole numbers from 0.
 */
export function mcnemar(onlyFirst: number, onlySecond: number): McNemar {
  checkCount(onlyFirst)
  checkCount(onlySecond)
  const n = onlyFirst + onlySecond
  if (n < ENOUGH) return { method: 'exact', statistic: null, pValue: twoSided(Math.min(onlyFirst, onlySecond), n) }
  const statistic = Math.max(Math.abs(onlyFirst - onlySecond) - 1, 0) ** 2 / n
  return { method: 'chi-squared', statistic, pValue: upperTailOfChiSquared1(statistic) }
}

/** Twice the chance of at most `least` heads in `n` throws of a fair coin, at most 1. */
function twoSided(least: number, n: number): number {
  let chance = 0.5 ** n
  let sum = 0
  for (let heads = 0; heads <= least; heads++) {
    sum += chance
    chance = (chance * (n - heads)) / (heads + 1)
  }
  return Math.min(1, 2 * sum)
}
