import { type BootstrapInterval, type BootstrapOptions, type Drawable, resample } from './bootstrap'
import { countDraws } from './draws'
import type { Estimate } from './result'

/** A statistic of sums: for each cell, the sum of that count over all clusters drawn. */
export type CountStatistic = (sums: Float64Array) => Estimate

/**
 * Percentile intervals for statistics of counts, such as ratios and differences of them, from resamples of whole
 * clusters (Davison & Hinkley 1997, Bootstrap Methods and their Application, 3.8): each cluster brings one number for
 * each of `cells` cells, and every resample adds up the numbers of the clusters drawn.
 * @throws StatsInputError for options out of range, or a cluster of another length than `cells`.
 */
export function bootstrapCounts<Name extends string>(
  clusters: readonly ArrayLike<number>[],
  cells: number,
  statistics: Readonly<Record<Name, CountStatistic>>,
  options: Omit<BootstrapOptions, 'clusters'> = {},
): Record<Name, BootstrapInterval> {
  return resample(countDraws(clusters, cells), drawableCounts(clusters, cells), statistics, options)
}

/** Counts to be resampled by `countDraws`. */
export function drawableCounts(clusters: readonly ArrayLike<number>[], cells: number): Drawable<Float64Array> {
  const whole = new Float64Array(cells)
  for (const cluster of clusters)
    for (let cell = 0; cell < cells; cell++) whole[cell] = (whole[cell] ?? 0) + (cluster[cell] ?? 0)
  const sums = new Float64Array(cells)
  return { whole, drawn: sums, times: sums }
}
