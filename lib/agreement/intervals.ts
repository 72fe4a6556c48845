/**
 * Intervals of all figures of a measure, of a pair, of a comparison.
 *
 * The procedure, for whoever repeats it: what is drawn are whole responses (tasks). Those of a measure have a unit with
 * two ratings or more; those of a pair, a unit that both rated; those of a comparison, a pair of answers compared. They
 * stand in the order of their tasks' positions, ascending. One generator, `seededRandom(1)`, begins anew for every
 * measure, slice, pair and comparison, and serves all its 2,000 resamples one after the other; each draws as many
 * responses as there are, with replacement (lib/stats/draws.ts), and all coefficients of the measure are computed of the
 * units of those drawn. The limits are the type-7 quantiles 0.025 and 0.975 of the resamples in which the figure is
 * defined. With fewer than MIN_UNITS units there is no figure and no interval.
 */
import type { BootstrapInterval, Drawable, Statistics } from '@/lib/stats/bootstrap'
import { resampleInSlices } from '@/lib/stats/bootstrap-in-slices'
import type { Draws } from '@/lib/stats/draws'
import { type Clusters, drawsOfClusters } from './clusters'
import { CONFIDENCE, type EstimateView, MIN_UNITS, RESAMPLES, SEED } from './contract'
import { kappaOfCells } from './pair-cells'
import { sampleOf } from './sample'
import { type MeasureScale, statisticsOf } from './statistics'

export type IntervalView = NonNullable<EstimateView['interval']>
/** By the name of the statistic; those without an interval are left out. */
export type Intervals = Partial<Record<string, IntervalView>>

/** The intervals of statistics of one sample, in slices of time that let other work through. */
export async function intervalsOf<Name extends string, Sample>(
  draws: Draws,
  sample: Drawable<Sample>,
  statistics: Statistics<Name, Sample>,
  signal?: AbortSignal,
): Promise<Intervals> {
  if (draws.typeOf.length === 0) return {}
  const options = { seed: SEED, resamples: RESAMPLES, confidence: CONFIDENCE, signal }
  const found = await resampleInSlices(draws, sample, statistics, options)
  return Object.fromEntries(
    Object.entries<BootstrapInterval>(found).flatMap(([name, interval]) => {
      const view = presentInterval(interval)
      return view ? [[name, view]] : []
    }),
  )
}

function presentInterval(interval: BootstrapInterval): IntervalView | null {
  const { low, high, confidence, nResamples, nUndefined, nDrawn } = interval
  if (low === null || high === null) return null
  return {
    ...{ low, high, confidence, seed: SEED },
    ...{ resamples: nResamples, undefinedResamples: nUndefined, drawn: nDrawn },
  }
}

/** Of all statistics of a measure (`statisticsOf`), from one series of resamples. */
export function measureIntervals(measure: MeasureScale, clusters: Clusters, signal?: AbortSignal): Promise<Intervals> {
  const units = unitsOfPatterns(clusters)
  const patterns = clusters.patterns.map((rated, index) => ({ ...rated, units: units[index] ?? 0 }))
  const { drawable, placesOf } = sampleOf(measure, patterns)
  const twice = drawable.whole.any.times.reduce((sum, times) => sum + times, 0)
  if (twice < MIN_UNITS) return Promise.resolve({})
  const statistics = Object.fromEntries(statisticsOf(measure))
  return intervalsOf(drawsOfClusters(clusters, placesOf), drawable, statistics, signal)
}

function unitsOfPatterns({ patterns, types, typeOf }: Clusters): Float64Array {
  const responses = new Float64Array(types.length)
  for (const type of typeOf) responses[type] = (responses[type] ?? 0) + 1
  const units = new Float64Array(patterns.length)
  types.forEach((type, index) => {
    for (const pattern of type) units[pattern] = (units[pattern] ?? 0) + (responses[index] ?? 0)
  })
  return units
}

/** Of Cohen's kappa of every two raters with MIN_UNITS common units or more, by their numbers: `1,2`. */
export async function pairIntervals(
  measure: MeasureScale,
  clusters: Clusters,
  pairs: readonly (readonly [number, number])[],
  signal?: AbortSignal,
): Promise<Intervals> {
  const found: Intervals = {}
  for (const pair of pairs) {
    const interval = await intervalOfPair(measure.categories.length, clusters, pair, signal)
    if (interval) found[pair.join(',')] = interval
  }
  return found
}

async function intervalOfPair(
  q: number,
  clusters: Clusters,
  [first, second]: readonly [number, number],
  signal?: AbortSignal,
): Promise<IntervalView | undefined> {
  const placesOf = clusters.patterns.map(({ raters, codes }) => {
    const [row, column] = [codes[raters.indexOf(first)], codes[raters.indexOf(second)]]
    return row === undefined || column === undefined ? [] : [row * q + column]
  })
  const draws = drawsOfClusters(clusters, placesOf)
  const times = new Float64Array(q * q)
  const whole = new Float64Array(q * q)
  for (const type of draws.typeOf)
    for (let j = draws.starts[type] ?? 0; j < (draws.starts[type + 1] ?? 0); j++) {
      const place = draws.rows[j] ?? 0
      whole[place] = (whole[place] ?? 0) + (draws.amounts[j] ?? 0)
    }
  if (whole.reduce((sum, count) => sum + count, 0) < MIN_UNITS) return undefined
  const statistics = { cohen: (counts: Float64Array) => kappaOfCells(counts, q) }
  return (await intervalsOf(draws, { whole, drawn: times, times }, statistics, signal)).cohen
}
