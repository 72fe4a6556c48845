/** Statistics as they are told: with an interval, or with the reason why there is no value. */
import { type BootstrapInterval, bootstrap } from '@/lib/stats/bootstrap'
import type { Ratings, RatingTable } from '@/lib/stats/ratings'
import type { Estimate } from '@/lib/stats/result'
import { CONFIDENCE, type EstimateView, MIN_UNITS, RESAMPLES, SEED } from './contract'
import { type NoValueReason, noValueWords } from './rules'

type Figure = 'percent' | 'kappa' | 'alpha'

export interface EstimateOptions {
  /** Units that enter the figures. */
  n: number
  /** The text of the only value in use, where there is only one. */
  only: string | null
  /** For each unit, the response it belongs to. */
  clusters: readonly string[]
  intervals: boolean
}

/** Figures of the same ratings, with intervals from one series of resamples of whole responses. */
export function estimatesOf<F extends Figure>(
  ratings: Ratings,
  statistics: Readonly<Record<F, (ratings: RatingTable) => Estimate>>,
  options: EstimateOptions,
): Record<F, EstimateView> {
  const figures = Object.keys(statistics) as F[]
  const tooFew = options.n > 0 && options.n < MIN_UNITS
  const points = new Map(figures.map((figure) => [figure, statistics[figure](ratings)]))
  const wanted = options.intervals && !tooFew && [...points.values()].some(({ value }) => value !== null)
  const resampled = wanted ? resample(ratings, statistics, options.clusters) : null
  const views = figures.map((figure): [F, EstimateView] => {
    const point = points.get(figure)
    if (tooFew || !point || point.value === null) {
      return [
        figure,
        without(tooFew || !point || point.value !== null ? 'too-few-units' : point.reason, figure, options),
      ]
    }
    const interval = resampled ? intervalOf(resampled[figure]) : null
    return [figure, { value: point.value, reason: null, words: null, interval }]
  })
  return Object.fromEntries(views) as Record<F, EstimateView>
}

function without(reason: NoValueReason, figure: Figure, options: EstimateOptions): EstimateView {
  return { value: null, reason, words: noValueWords(reason, figure, options), interval: null }
}

function resample<F extends Figure>(
  ratings: Ratings,
  statistics: Readonly<Record<F, (ratings: RatingTable) => Estimate>>,
  clusters: readonly string[],
): Record<F, BootstrapInterval> {
  return bootstrap(ratings, statistics, { seed: SEED, resamples: RESAMPLES, confidence: CONFIDENCE, clusters })
}

function intervalOf(interval: BootstrapInterval): EstimateView['interval'] {
  const { low, high, confidence, nResamples, nUndefined, nDrawn } = interval
  if (low === null || high === null) return null
  return {
    low,
    high,
    confidence,
    resamples: nResamples,
    undefinedResamples: nUndefined,
    drawn: nDrawn,
    seed: SEED,
  }
}
