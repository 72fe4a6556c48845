/** Percent agreement and Cohen's kappa of one side against another, from counts by response. Pure. */
import { type EstimateView, MIN_UNITS, RESAMPLES } from '@/lib/quality/agreement/contract'
import { tellEstimate } from '@/lib/quality/agreement/figures'
import { type Intervals, intervalsOf, type Resampling } from '@/lib/quality/agreement/intervals'
import { kappaOfCells, percentOfCells } from '@/lib/quality/agreement/measures'
import { type Draws, drawsOfClusters } from '@/lib/stats/draws'
import type { PairFigures } from './contract'

/** One response: how often each pair of categories met, row by row; rows are the first side's. */
export type PairCounts = readonly number[]

/** Responses that are alike and are drawn one after the other; those with the very same counts need not be looked at again. */
export interface ComparedResponses {
  counts: PairCounts
  responses: number
}

/** What figures of two sides are made of. */
export interface ComparedSides {
  /** How many categories there are. */
  size: number
  rows: readonly ComparedResponses[]
  /** With intervals? */
  intervals: boolean
}

/** Of several sides. */
export const allPairFigures = (sides: readonly ComparedSides[]): PairFigures[] => sides.map((each) => pairFigures(each))

/** About how long intervals of these take, in draws. */
export const stepsOfPairs = (sides: readonly ComparedSides[]): number =>
  sides
    .filter(({ intervals }) => intervals)
    .reduce((sum, { rows, size }) => sum + RESAMPLES * (10 * size ** 2 + responsesIn(rows)), 0)

const responsesIn = (rows: readonly ComparedResponses[]) => rows.reduce((sum, { responses }) => sum + responses, 0)

/** Has intervals made, from resamples as it says. */
type MakeIntervals = (make: (resampling?: Resampling) => Intervals) => Intervals

/**
 * Figures of all responses together; each comes with its responses whole. `within`: has the intervals made in another way than those of
 * projects; with fewer than `minUnits` there are counts only.
 */
export function pairFigures(
  { size, rows, intervals }: ComparedSides,
  within: MakeIntervals = (make) => make(),
  minUnits: number = MIN_UNITS,
): PairFigures {
  const cells = size * size
  const whole = new Float64Array(cells)
  for (const { counts, responses } of rows)
    for (let cell = 0; cell < cells; cell++) whole[cell] = (whole[cell] ?? 0) + (counts[cell] ?? 0) * responses
  const units = whole.reduce((sum, count) => sum + count, 0)
  const statistics = {
    percent: (sums: Float64Array) => percentOfCells(sums, size),
    kappa: (sums: Float64Array) => kappaOfCells(sums, size),
  }
  const sums = new Float64Array(cells)
  const drawable = { whole, drawn: sums, times: sums }
  const drawn: Intervals =
    intervals && units >= minUnits
      ? within((resampling) => intervalsOf(drawsOf(rows), drawable, statistics, resampling))
      : {}
  const tell = (name: keyof typeof statistics): EstimateView =>
    tellEstimate(name, statistics[name](whole), { n: units, only: null }, drawn[name], telling(minUnits))
  return {
    units,
    responses: responsesIn(rows),
    alike: Array.from({ length: size }, (_, index) => whole[index * (size + 1)] ?? 0).reduce((a, b) => a + b, 0),
    percent: tell('percent'),
    kappa: tell('kappa'),
  }
}

function drawsOf(rows: readonly ComparedResponses[]): Draws {
  const amountsByCounts = new Map<PairCounts, ReadonlyMap<number, number>>()
  const amountsOf = (counts: PairCounts) => {
    const amounts = amountsByCounts.get(counts) ?? amountsIn(counts)
    amountsByCounts.set(counts, amounts)
    return amounts
  }
  return drawsOfClusters(rows.map(({ counts, responses }) => ({ amounts: amountsOf(counts), responses })))
}

const amountsIn = (counts: PairCounts): ReadonlyMap<number, number> =>
  new Map([...counts].map((count, cell): [number, number] => [cell, count]).filter(([, count]) => count !== 0))

const telling = (minUnits: number) => ({
  minUnits,
  words: (reason: EstimateView['reason'], _: unknown, { n }: { n: number }): string => {
    if (reason === 'too-few-units') return `Too few units (${n} of at least ${minUnits}): counts only.`
    if (reason === 'no-pairable-units') return 'No unit was rated by both.'
    return 'No variation: every rating is the same, so chance agreement is 1 and kappa is undefined.'
  },
})
