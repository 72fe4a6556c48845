import type { ConfusionMatrix } from './confusion-matrix'
import type { Stat } from './result'
import { StatsInputError } from './stats-input-error'

export type ImbalanceIndex = Stat<
  { n: number },
  {
    /** Before its sign is dropped: above 0 towards the first category (prevalence), or the first rater (bias). */ signed: number
  }
>

/** |one - other| / n of two raters and two categories: the form of `prevalenceIndex` and `biasIndex`. */
export function imbalanceIndex({ n, categories }: ConfusionMatrix, one: number, other: number): ImbalanceIndex {
  if (categories.length !== 2) {
    throw new StatsInputError('not-two-categories', `The index needs two categories, not ${categories.length}`)
  }
  if (n === 0) return { value: null, reason: 'no-pairable-units', n, signed: null }
  const signed = (one - other) / n
  return { value: Math.abs(signed), n, signed }
}
