/** The difference that a suggestion in sight makes, from counts per item. Pure; the same counts give the same figures. */

import type { BootstrapInterval } from '@/lib/stats/bootstrap'
import { bootstrapCounts, type CountStatistic } from '@/lib/stats/bootstrap-counts'
import { CONFIDENCE, RESAMPLES, SEED } from './contract'

/** Labels of one item on one side of the comparison. */
export interface SideCounts {
  labels: number
  /** Of these, labels that say what the suggestion says. */
  agreed: number
  /** Labels with each value, in the order of the categories. */
  values: readonly number[]
}

/** The labels of one item: made with the suggestion in sight, and without. */
export interface ItemCounts {
  shown: SideCounts
  without: SideCounts
}

export interface EffectFigures {
  agreement: BootstrapInterval
  /** null where there are no categories. */
  shift: BootstrapInterval | null
  shiftByChance: number | null
  values: BootstrapInterval[]
}

interface EffectOptions {
  resamples?: number
  seed?: number
}

/**
 * Estimates, with percentile intervals from resamples of whole items (an item brings all its labels of both sides): the
 * difference of the shares that agree, the difference of each value's share, and the total variation distance between
 * the two distributions. Every label counts the same. A difference is undefined where a side has no labels.
 */
export function effectOf(items: readonly ItemCounts[], categories: number, options: EffectOptions = {}): EffectFigures {
  const side = 2 + categories
  const clusters = items.map(({ shown, without }) => [...countsOf(shown), ...countsOf(without)])
  const share = (sums: Float64Array, offset: number, cell: number) => (sums[offset + cell] ?? 0) / (sums[offset] ?? 0)
  const isEmpty = (sums: Float64Array) => !sums[0] || !sums[side]
  const difference =
    (cell: number): CountStatistic =>
    (sums) =>
      isEmpty(sums) ? { value: null, reason: 'empty' } : { value: share(sums, 0, cell) - share(sums, side, cell) }
  const shift: CountStatistic = (sums) => {
    if (isEmpty(sums)) return { value: null, reason: 'empty' }
    let total = 0
    for (let cell = 2; cell < side; cell++) total += Math.abs(share(sums, 0, cell) - share(sums, side, cell))
    return { value: total / 2 }
  }
  const statistics: Record<string, CountStatistic> = { agreement: difference(1), ...(categories > 0 ? { shift } : {}) }
  for (let category = 0; category < categories; category++) statistics[`value-${category}`] = difference(2 + category)
  const { resamples = RESAMPLES, seed = SEED } = options
  const found = bootstrapCounts(clusters, 2 * side, statistics, { resamples, seed, confidence: CONFIDENCE })
  const figure = (name: string): BootstrapInterval => {
    const interval = found[name]
    if (!interval) throw new Error(`no figure ${name}`)
    return interval
  }
  return {
    agreement: figure('agreement'),
    shift: categories > 0 ? figure('shift') : null,
    shiftByChance: categories > 0 ? shiftByChance(items, categories) : null,
    values: Array.from({ length: categories }, (_, category) => figure(`value-${category}`)),
  }
}

const countsOf = ({ labels, agreed, values }: SideCounts) => [labels, agreed, ...values]

/**
 * About what the total variation distance is expected to be when both sides draw from the same distribution: the mean of
 * a normal variable's absolute value, for each share's difference. Treats labels as independent, so it is a lower guide.
 */
function shiftByChance(items: readonly ItemCounts[], categories: number): number | null {
  const sum = (of: (item: ItemCounts) => number) => items.reduce((total, item) => total + of(item), 0)
  const [shown, without] = [sum(({ shown: each }) => each.labels), sum(({ without: each }) => each.labels)]
  if (shown === 0 || without === 0) return null
  const spread = 1 / shown + 1 / without
  const parts = Array.from({ length: categories }, (_, category) => {
    const share =
      sum((item) => (item.shown.values[category] ?? 0) + (item.without.values[category] ?? 0)) / (shown + without)
    return Math.sqrt((2 / Math.PI) * share * (1 - share) * spread)
  })
  return parts.reduce((total, part) => total + part, 0) / 2
}
