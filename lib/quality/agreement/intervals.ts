/**
 * Intervals of all figures: of a measure, of a pair, of a comparison; of a project and of a file.
 *
 * The procedure, for whoever repeats it: what is drawn are whole responses (tasks). Those of a measure have a unit with
 * two ratings or more; those of AC1, a rated unit, since units rated once enter its chance agreement; those of a pair, a
 * unit that both rated; those of a comparison, a pair of answers compared. They stand in the order of their tasks'
 * positions, ascending; those of a file, in the order of their first unit that counts. One generator, `seededRandom(1)` unless another
 * seed is asked for, begins anew for every measure, its AC1, slice, pair and
 * comparison, and serves all its 2,000 resamples one after the other; each draws as many responses as there are, with
 * replacement (lib/stats/draws.ts), and all coefficients of the measure are computed of the units of those drawn. The limits are made of the
 * resamples in which the figure is defined, as lib/stats/interval-limits.ts says: on the arcsine scale, or percentiles where these are asked
 * for. Where there are FEWEST_ANNOTATORS annotators or more, percent agreement and alpha have limits beside these for which annotators are drawn
 * as well (lib/stats/crossed-resamples.ts), by a generator of their own with the same seed. With fewer than MIN_UNITS units there is no figure; with fewer than FEWEST_RESAMPLED responses no interval.
 */
import { protocolById, stageByKey } from '@/lib/protocols'
import type { ComparisonFigure } from '@/lib/protocols/protocol'
import {
  type BootstrapInterval,
  type CountStatistic,
  type Drawable,
  drawableCounts,
  OutOfTime,
  type Part,
  resample,
  resampleTogether,
  type Statistics,
} from '@/lib/stats/bootstrap'
import {
  annotatorsOf,
  type CrossedResamples,
  type CrossedScale,
  crossedResamples,
  type RatedPattern,
} from '@/lib/stats/crossed-resamples'
import { countDraws, type Draws } from '@/lib/stats/draws'
import {
  COEFFICIENT,
  FEWEST_ANNOTATORS,
  FEWEST_RESAMPLED,
  INTERVAL_METHOD,
  type IntervalMethod,
  intervalLimits,
  type Range,
  SHARE,
} from '@/lib/stats/interval-limits'
import { CONFIDENCE, type EstimateView, MIN_UNITS, RESAMPLES, SEED } from './contract'
import {
  isOfAllRated,
  kappaOfCells,
  namesOfMeasure,
  partsFor,
  rangeOf,
  type StatisticName,
  statisticsNamed,
} from './measures'
import {
  type Clusters,
  drawsOfClusters,
  type MeasureScale,
  patternsOf,
  type Sample,
  sampleOf,
  type TypedResponses,
  unitsOfKinds,
} from './samples'

export type IntervalView = NonNullable<EstimateView['interval']>
/** By the name of the statistic; those without an interval are left out. */
export type Intervals = Partial<Record<string, IntervalView>>

/** How intervals are made where that is not said otherwise. */
export interface Resampling {
  seed: number
  resamples: number
  method: IntervalMethod
  /** With fewer units that enter the figure there is no interval. */
  minUnits: number
  /** When resampling ends unfinished, by `performance.now()`: OutOfTime is thrown then. */
  deadline?: number | undefined
  /**
   * Called where there was no time left for the limits for other annotators: the intervals beside which they would stand are returned without
   * them. Where nobody listens, OutOfTime is thrown.
   */
  onCrossedOutOfTime?: () => void
}

const USUAL: Resampling = { seed: SEED, resamples: RESAMPLES, method: INTERVAL_METHOD, minUnits: MIN_UNITS }

type RangeOf = (name: string) => Range | null

const optionsOf = ({ seed, resamples, method, deadline }: Resampling, rangeOf: RangeOf) => ({
  seed,
  resamples,
  method,
  deadline,
  rangeOf,
  confidence: CONFIDENCE,
})

/** The intervals of statistics of one sample. */
export function intervalsOf<Name extends string, Of>(
  draws: Draws,
  sample: Drawable<Of>,
  statistics: Statistics<Name, Of>,
  resampling: Resampling = USUAL,
  range: RangeOf = rangeOf,
): Intervals {
  if (draws.typeOf.length < FEWEST_RESAMPLED) return {}
  return presentIntervals(resample(draws, sample, statistics, optionsOf(resampling, range)), resampling)
}

/** The same of sums: each response brings a number for each of `cells` sums. `range`: of a figure by its name. */
export function intervalsOfSums(
  responses: readonly ArrayLike<number>[],
  cells: number,
  statistics: Readonly<Record<string, CountStatistic>>,
  range: RangeOf,
  resampling: Resampling = USUAL,
): Intervals {
  return intervalsOf(countDraws(responses, cells), drawableCounts(responses, cells), statistics, resampling, range)
}

function presentIntervals(found: Record<string, BootstrapInterval>, resampling: Resampling): Intervals {
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, interval]) => {
      const view = presentInterval(interval, resampling)
      return view ? [[name, view]] : []
    }),
  )
}

/** null where it has no limits, or too few responses are resampled. */
export function presentInterval(
  interval: BootstrapInterval,
  { seed, method }: Pick<Resampling, 'seed' | 'method'> = USUAL,
): IntervalView | null {
  const { low, high, percentile, confidence, nResamples, nUndefined, nDrawn } = interval
  if (low === null || high === null || percentile === null || nDrawn < FEWEST_RESAMPLED) return null
  const counts = { resamples: nResamples, undefinedResamples: nUndefined, drawn: nDrawn }
  return { low, high, confidence, seed, method, percentile, ...counts }
}

/** The same intervals with their limits made in this way. */
export const intervalsBy = (intervals: Intervals, method: IntervalMethod = INTERVAL_METHOD): Intervals =>
  method === 'percentile'
    ? Object.fromEntries(Object.entries(intervals).map(([name, view]) => [name, view && byPercentile(view)]))
    : intervals

function byPercentile(view: IntervalView): IntervalView {
  const { withAnnotators, percentile } = view
  const crossed = withAnnotators && { withAnnotators: { ...withAnnotators, ...withAnnotators.percentile } }
  return { ...view, ...percentile, method: 'percentile', ...crossed }
}

/** A measure with the responses that its intervals are made from. */
export interface RatedResponses {
  measure: MeasureScale
  clusters: Clusters
  /** Where responses stand in another order when only units with two ratings or more are looked at: these alone. */
  twice?: Clusters
  /** Which statistics; left out: all that a project's measure has. */
  names?: readonly StatisticName[]
}

/** Of all statistics of a measure, from one series of resamples. */
export function measureIntervals(sample: RatedResponses, resampling: Resampling = USUAL): Intervals {
  return allMeasureIntervals([sample], resampling)[0] ?? {}
}

/** The same of several measures: those of equally many responses are drawn together. */
export function allMeasureIntervals(samples: readonly RatedResponses[], resampling: Resampling = USUAL): Intervals[] {
  const parts = samples.flatMap((sample, place) => partsOf(sample, resampling).map((part) => ({ part, place })))
  const found = samples.map((): Intervals => ({}))
  const sizes = new Set(parts.map(({ part }) => part.draws.typeOf.length))
  for (const size of sizes) {
    const together = parts.filter(({ part }) => part.draws.typeOf.length === size)
    const intervals = resampleTogether(
      together.map(({ part }) => part),
      optionsOf(resampling, rangeOf),
    )
    together.forEach(({ place }, index) => {
      found[place] = { ...found[place], ...presentIntervals(intervals[index] ?? {}, resampling) }
    })
  }
  return samples.map((sample, place) => addCrossed(sample, found[place] ?? {}, resampling))
}

/** Adds the limits for which annotators are drawn as well, where there are enough of them. */
function addCrossed(
  { measure, clusters, twice = clusters }: RatedResponses,
  intervals: Intervals,
  resampling: Resampling,
): Intervals {
  const { resamples, method } = resampling
  const { percent, alpha } = intervals
  const { patterns } = twice
  if ((!percent && !alpha) || annotatorsOf(patterns).length < FEWEST_ANNOTATORS) return intervals
  const draws = drawsOfClusters(
    twice,
    patterns.map(({ codes }, index) => (codes.length > 1 ? [index] : [])),
  )
  const crossed = crossedInTime(patterns, draws, crossedScaleOf(measure), resampling)
  if (crossed === null) return intervals
  const { whole } = sampleOf(measure, patternsOf(twice), partsFor(['percent', 'alpha'])).drawable
  const statistics = statisticsNamed(measure, ['percent', 'alpha'])
  const withLimits = (name: 'percent' | 'alpha') => {
    const view = intervals[name]
    const point = statistics.get(name)?.(whole).value ?? null
    if (!view || point === null) return {}
    const sorted = Float64Array.from(crossed[name]).sort()
    const drawn = Math.min(crossed.annotators, draws.typeOf.length)
    const resampled = { point, sorted, drawn, confidence: CONFIDENCE, range: rangeOf(name) }
    const [limits, percentile] = [intervalLimits(method, resampled), intervalLimits('percentile', resampled)]
    if (limits === null || percentile === null) return {}
    const counts = { annotators: crossed.annotators, undefinedResamples: resamples - sorted.length }
    return { [name]: { ...view, withAnnotators: { ...limits, percentile, ...counts } } }
  }
  return { ...intervals, ...withLimits('percent'), ...withLimits('alpha') }
}

/** null where the time was up and somebody was told so. */
function crossedInTime(
  patterns: readonly RatedPattern[],
  draws: Draws,
  scale: CrossedScale,
  { seed, resamples, deadline = Number.POSITIVE_INFINITY, onCrossedOutOfTime }: Resampling,
): CrossedResamples | null {
  const check = () => {
    if (performance.now() > deadline) throw new OutOfTime('There was not enough time for all resamples.')
  }
  try {
    return crossedResamples(patterns, draws, scale, { seed, resamples, check })
  } catch (error) {
    if (!(error instanceof OutOfTime) || !onCrossedOutOfTime) throw error
    onCrossedOutOfTime()
    return null
  }
}

const crossedScaleOf = ({ level, categories }: MeasureScale): CrossedScale =>
  level === 'interval'
    ? { level, values: categories.map(({ value }) => Number(value)) }
    : { level, categories: categories.length }

/** What is drawn together: one part, or two where units were rated once. None where there are too few units for figures. */
function partsOf(
  { measure, clusters, twice = clusters, names: wished }: RatedResponses,
  { minUnits }: Resampling,
): Part<Sample>[] {
  const rated = patternsOf(clusters).filter(({ units }) => units > 0)
  const names = wished ?? namesOfMeasure(measure, rated)
  const pairable = rated.filter(({ codes }) => codes.length > 1)
  if (pairable.reduce((sum, { units }) => sum + units, 0) < minUnits) return []
  const partOf = (from: Clusters, wanted: readonly StatisticName[], withSingles: boolean): Part<Sample> => {
    const { drawable, placesOf, pairablePlacesOf } = sampleOf(measure, patternsOf(from), partsFor(wanted))
    return {
      draws: drawsOfClusters(from, withSingles ? placesOf : pairablePlacesOf),
      sample: drawable,
      statistics: Object.fromEntries(statisticsNamed(measure, wanted)),
    }
  }
  const parts =
    pairable.length === rated.length
      ? [partOf(twice, names, false)]
      : [
          partOf(
            twice,
            names.filter((name) => !isOfAllRated(name)),
            false,
          ),
          partOf(clusters, names.filter(isOfAllRated), true),
        ]
  return parts.filter(({ statistics }) => Object.keys(statistics).length > 0)
}

/** Two raters: `cellOf` says for every kind of unit in which cell of their confusion it counts, row by row, or -1. */
export interface PairOfResponses {
  q: number
  cellOf: readonly number[]
}

/** Of Cohen's kappa of two raters. undefined where there are too few common units. */
export function pairInterval(
  { q, cellOf }: PairOfResponses,
  responses: TypedResponses,
  resampling: Resampling = USUAL,
): IntervalView | undefined {
  const units = unitsOfKinds(responses, cellOf.length)
  const whole = new Float64Array(q * q)
  cellOf.forEach((cell, kind) => {
    if (cell >= 0) whole[cell] = (whole[cell] ?? 0) + (units[kind] ?? 0)
  })
  if (whole.reduce((sum, count) => sum + count, 0) < MIN_UNITS) return undefined
  const draws = drawsOfClusters(
    responses,
    cellOf.map((cell) => (cell < 0 ? [] : [cell])),
  )
  const times = new Float64Array(q * q)
  const statistics = { cohen: (counts: Float64Array) => kappaOfCells(counts, q) }
  return intervalsOf(draws, { whole, drawn: times, times }, statistics, resampling).cohen
}

/** The same of several pairs of the same responses. */
export const pairIntervals = ({
  responses,
  pairs,
}: {
  responses: TypedResponses
  pairs: readonly PairOfResponses[]
}): (IntervalView | undefined)[] => pairs.map((pair) => pairInterval(pair, responses))

/** The range of a figure by its form; distances and counts have none. */
export const rangeOfForm = (form: ComparisonFigure['form']): Range | null =>
  form === 'share' ? SHARE : form === 'coefficient' ? COEFFICIENT : null

export const rangeOfFigures =
  (figures: readonly Pick<ComparisonFigure, 'key' | 'form'>[]): RangeOf =>
  (name) =>
    rangeOfForm(figures.find(({ key }) => key === name)?.form ?? 'count')

/** Of a comparison's figures but plain counts; `responses` are the sums of each. Its protocol knows how figures are made of them. */
export function listedComparisonIntervals(comparisonRequest: {
  protocolId: string
  stage: string
  comparison: string
  responses: readonly (readonly number[])[]
  resampling?: Resampling
}): Intervals {
  const { comparisons = [] } = stageByKey(protocolById(comparisonRequest.protocolId), comparisonRequest.stage)
  const comparison = comparisons.find(({ key }) => key === comparisonRequest.comparison)
  if (!comparison)
    throw new Error(`There is no comparison ${comparisonRequest.comparison} in the stage ${comparisonRequest.stage}.`)
  const resampled = comparison.figures.filter(({ form }) => form !== 'count')
  const statistics = Object.fromEntries(resampled.map(({ key, of }) => [key, of]))
  return intervalsOfSums(
    comparisonRequest.responses,
    comparison.sums,
    statistics,
    rangeOfFigures(resampled),
    comparisonRequest.resampling,
  )
}
