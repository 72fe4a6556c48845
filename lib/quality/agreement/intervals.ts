/**
 * Intervals of all figures of a measure, of a pair, of a comparison.
 *
 * The procedure, for whoever repeats it: what is drawn are whole responses (tasks). Those of a measure have a unit with
 * two ratings or more; those of AC1, a rated unit, since units rated once enter its chance agreement; those of a pair, a
 * unit that both rated; those of a comparison, a pair of answers compared. They stand in the order of their tasks'
 * positions, ascending. One generator, `seededRandom(1)`, begins anew for every measure, its AC1, slice, pair and
 * comparison, and serves all its 2,000 resamples one after the other; each draws as many responses as there are, with
 * replacement (lib/stats/draws.ts), and all coefficients of the measure are computed of the units of those drawn. The limits are the type-7 quantiles 0.025 and 0.975 of the resamples in which the figure is
 * defined. With fewer than MIN_UNITS units there is no figure and no interval.
 */
import type { BootstrapInterval, Drawable, Statistics } from '@/lib/stats/bootstrap'
import { resampleInSlices } from '@/lib/stats/bootstrap-in-slices'
import { type Part, resampleTogether } from '@/lib/stats/bootstrap-together'
import type { Draws } from '@/lib/stats/draws'
import { type Clusters, drawsOfClusters, type TypedResponses, unitsOfKinds } from './clusters'
import { CONFIDENCE, type EstimateView, MIN_UNITS, RESAMPLES, SEED } from './contract'
import { kappaOfCells } from './pair-cells'
import type { Rated } from './pattern-tables'
import { sampleOf } from './sample'
import { isOfAllRated, type MeasureScale, type Sample, type StatisticName, statisticsOf } from './statistics'

export type IntervalView = NonNullable<EstimateView['interval']>
/** By the name of the statistic; those without an interval are left out. */
export type Intervals = Partial<Record<string, IntervalView>>

/** The intervals of statistics of one sample, in slices of time that let other work through. */
export async function intervalsOf<Name extends string, Of>(
  draws: Draws,
  sample: Drawable<Of>,
  statistics: Statistics<Name, Of>,
  signal?: AbortSignal,
): Promise<Intervals> {
  if (draws.typeOf.length === 0) return {}
  return presentIntervals(await resampleInSlices(draws, sample, statistics, { ...OPTIONS, signal }))
}

const OPTIONS = { seed: SEED, resamples: RESAMPLES, confidence: CONFIDENCE } as const

function presentIntervals(found: Record<string, BootstrapInterval>): Intervals {
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, interval]) => {
      const view = presentInterval(interval)
      return view ? [[name, view]] : []
    }),
  )
}

function presentInterval(interval: BootstrapInterval): IntervalView | null {
  const { low, high, confidence, nResamples, nUndefined, nDrawn } = interval
  if (low === null || high === null) return null
  return {
    low,
    high,
    confidence,
    seed: SEED,
    resamples: nResamples,
    undefinedResamples: nUndefined,
    drawn: nDrawn,
  }
}

/** A measure with the responses that its intervals are made from. */
export interface RatedResponses {
  measure: MeasureScale
  clusters: Clusters
}

/** Of all statistics of a measure (`statisticsOf`), from one series of resamples. */
export async function measureIntervals(sample: RatedResponses, signal?: AbortSignal): Promise<Intervals> {
  return (await allMeasureIntervals([sample], signal))[0] ?? {}
}

/** The same of several measures: those of equally many responses are drawn together. */
export async function allMeasureIntervals(
  samples: readonly RatedResponses[],
  signal?: AbortSignal,
): Promise<Intervals[]> {
  const parts = samples.flatMap((sample, place) => partsOf(sample).map((part) => ({ part, place })))
  const found = samples.map((): Intervals => ({}))
  const sizes = new Set(parts.map(({ part }) => part.draws.typeOf.length))
  for (const size of sizes) {
    const together = parts.filter(({ part }) => part.draws.typeOf.length === size)
    const intervals = await resampleTogether(
      together.map(({ part }) => part),
      { ...OPTIONS, signal },
    )
    together.forEach(({ place }, index) => {
      found[place] = { ...found[place], ...presentIntervals(intervals[index] ?? {}) }
    })
  }
  return found
}

/** What is drawn together: one part, or two where units were rated once. None where there are too few units for figures. */
function partsOf({ measure, clusters }: RatedResponses): Part<Sample>[] {
  const units = unitsOfKinds(clusters, clusters.patterns.length)
  const patterns = clusters.patterns.map((rated, index) => ({ ...rated, units: units[index] ?? 0 }))
  const rated = patterns.filter((pattern) => pattern.units > 0)
  const twice = rated.filter(({ codes }) => codes.length > 1)
  if (twice.reduce((sum, pattern) => sum + pattern.units, 0) < MIN_UNITS) return []
  const statistics = [...statisticsOf(measure)]
  const partOf = (wanted: (name: StatisticName) => boolean, withSingles: boolean): Part<Sample> => {
    const { drawable, placesOf, pairablePlacesOf } = sampleOf(measure, patterns)
    return {
      draws: drawsOfClusters(clusters, withSingles ? placesOf : pairablePlacesOf),
      sample: drawable,
      statistics: Object.fromEntries(statistics.filter(([name]) => wanted(name))),
    }
  }
  if (twice.length === rated.length) return [partOf(() => true, false)]
  return [partOf((name) => !isOfAllRated(name), false), partOf(isOfAllRated, true)]
}

/**
 * Of Cohen's kappa of two raters: `cellOf` says for every kind of unit in which cell of their confusion it counts, row by
 * row, or -1. undefined where there are too few common units.
 */
export async function pairInterval(
  q: number,
  responses: TypedResponses,
  cellOf: readonly number[],
  signal?: AbortSignal,
): Promise<IntervalView | undefined> {
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
  return (await intervalsOf(draws, { whole, drawn: times, times }, statistics, signal)).cohen
}

/** In which cell of the confusion of two annotators a unit of each pattern counts; -1 where not both rated it. */
export const cellsOfPair = (
  q: number,
  patterns: readonly Rated[],
  [first, second]: readonly [number, number],
): number[] =>
  patterns.map(({ raters, codes }) => {
    const [row, column] = [codes[raters.indexOf(first)], codes[raters.indexOf(second)]]
    return row === undefined || column === undefined ? -1 : row * q + column
  })
