/** Percent agreement and Cohen's kappa of one side against another, from counts by response. Pure. */
import { CONFIDENCE, type EstimateView, MIN_UNITS, RESAMPLES, SEED } from '@/lib/quality/agreement/contract'
import type { BootstrapInterval } from '@/lib/stats/bootstrap'
import { bootstrapCounts } from '@/lib/stats/bootstrap-counts'
import type { Estimate } from '@/lib/stats/result'
import type { PairFigures } from './contract'

/** One response: how often each pair of categories met, row by row; rows are the first side's. */
export type PairCounts = readonly number[]

/** Figures of all responses together; each comes with its responses whole. `categories`: the measure's, in order. */
export function pairFigures(
  categories: readonly string[],
  responses: readonly PairCounts[],
  { intervals = true } = {},
): PairFigures {
  const counted = countPairs(categories, responses)
  const { cells, statistics, isEnough } = counted
  return presentPair(counted, intervals && isEnough ? bootstrapCounts(responses, cells, statistics, BOOTSTRAP) : null)
}

export const BOOTSTRAP = { seed: SEED, resamples: RESAMPLES, confidence: CONFIDENCE } as const

/** What the figures of these responses are made of. */
export function countPairs(categories: readonly string[], responses: readonly PairCounts[]) {
  const size = categories.length
  const whole = sumsOf(responses, size * size)
  const units = whole.reduce((sum, count) => sum + count, 0)
  return {
    cells: size * size,
    whole,
    units,
    isEnough: units >= MIN_UNITS,
    responses: responses.length,
    alike: categories.reduce((sum, _, index) => sum + (whole[index * (size + 1)] ?? 0), 0),
    statistics: { percent: percentOf(size), kappa: kappaOf(categories) },
  }
}

/** `intervals`: of the statistics; null where nobody asked for them, or there are too few units. */
export function presentPair(
  { whole, units, isEnough, responses, alike, statistics }: ReturnType<typeof countPairs>,
  intervals: Record<'percent' | 'kappa', BootstrapInterval> | null,
): PairFigures {
  const head = { units, responses, alike }
  if (!isEnough) {
    const none = units === 0 ? without('no-pairable-units', units) : without('too-few-units', units)
    return { ...head, percent: none, kappa: none }
  }
  return {
    ...head,
    percent: tell(statistics.percent(whole), intervals?.percent ?? null, units),
    kappa: tell(statistics.kappa(whole), intervals?.kappa ?? null, units),
  }
}

type Statistic = (sums: Float64Array) => Estimate

function sumsOf(responses: readonly PairCounts[], cells: number): Float64Array {
  const sums = new Float64Array(cells)
  for (const counts of responses)
    for (let cell = 0; cell < cells; cell++) sums[cell] = (sums[cell] ?? 0) + (counts[cell] ?? 0)
  return sums
}

const percentOf =
  (size: number): Statistic =>
  (sums) => {
    let n = 0
    let alike = 0
    for (let cell = 0; cell < sums.length; cell++) n += sums[cell] ?? 0
    for (let index = 0; index < size; index++) alike += sums[index * (size + 1)] ?? 0
    return n === 0 ? { value: null, reason: 'no-pairable-units' } : { value: alike / n }
  }

/** As `cohenKappa`, of bare sums and without its standard errors: resampling asks for it thousands of times. */
export const kappaOf =
  (categories: readonly string[]): Statistic =>
  (sums) => {
    const size = categories.length
    let n = 0
    let alike = 0
    let byChance = 0
    for (let code = 0; code < size; code++) {
      let row = 0
      let column = 0
      for (let other = 0; other < size; other++) {
        row += sums[code * size + other] ?? 0
        column += sums[other * size + code] ?? 0
      }
      n += row
      alike += sums[code * (size + 1)] ?? 0
      byChance += row * column
    }
    if (n === 0) return { value: null, reason: 'no-pairable-units' }
    const expected = byChance / n ** 2
    return expected >= 1 ? { value: null, reason: 'no-variation' } : { value: (alike / n - expected) / (1 - expected) }
  }

function tell(point: Estimate, interval: BootstrapInterval | null, units: number): EstimateView {
  if (point.value === null) return without(point.reason, units)
  const told = interval === null || interval.low === null || interval.high === null ? null : interval
  return {
    value: point.value,
    reason: null,
    words: null,
    interval: told && {
      low: told.low ?? 0,
      high: told.high ?? 0,
      confidence: told.confidence,
      seed: SEED,
      resamples: told.nResamples,
      undefinedResamples: told.nUndefined,
      drawn: told.nDrawn,
    },
  }
}

const without = (reason: NonNullable<EstimateView['reason']>, units: number): EstimateView => ({
  value: null,
  reason,
  interval: null,
  words: wordsOf(reason, units),
})

function wordsOf(reason: EstimateView['reason'], units: number): string {
  if (reason === 'too-few-units') return `Too few units (${units} of at least ${MIN_UNITS}): counts only.`
  if (reason === 'no-pairable-units') return 'No unit was rated by both.'
  return 'No variation: every rating is the same, so chance agreement is 1 and kappa is undefined.'
}
