/** How limits are made of the resamples of a figure, and when an interval is worth showing or concluding from. Pure. */
import { quantileOfSorted } from './quantile'
import { studentWithin } from './student'

/** `arcsine`: symmetric on a scale on which shares and coefficients spread alike; `percentile`: quantiles of the resamples. */
export const intervalMethods = ['arcsine', 'percentile'] as const
export type IntervalMethod = (typeof intervalMethods)[number]
/** The one that is shown where none is asked for: its coverage is best (docs/benchmarks.md). */
export const INTERVAL_METHOD: IntervalMethod = 'arcsine'

/** Where fewer responses are resampled there is no interval. */
export const FEWEST_RESAMPLED = 10
/** Where fewer are resampled the interval is marked. */
export const FEWEST_UNMARKED = 40
/** Annotators are resampled together with responses from so many on. */
export const FEWEST_ANNOTATORS = 10
/** A larger share of undefined resamples allows no verdict. */
const MOST_UNDEFINED = 0.05

export const isMarked = (resampled: number): boolean => resampled < FEWEST_UNMARKED

/** Why nothing is concluded from an interval: its limits coincide, or the figure is undefined in too many resamples. null: something may be. */
export function whyNoVerdict(interval: {
  low: number
  high: number
  resamples: number
  undefinedResamples: number
}): 'no-width' | 'undefined' | null {
  if (interval.undefinedResamples > MOST_UNDEFINED * interval.resamples) return 'undefined'
  return interval.low === interval.high ? 'no-width' : null
}

/** The least and the greatest value that a figure can have. */
export type Range = readonly [number, number]
export const SHARE: Range = [0, 1]
export const COEFFICIENT: Range = [-1, 1]
/** Of a difference of two figures of this range. */
export const rangeOfDifference = (range: Range | null): Range | null =>
  range && [range[0] - range[1], range[1] - range[0]]

export interface Resampled {
  point: number
  /** The defined resamples, ascending. */
  sorted: Float64Array
  /** How many responses each resample draws. */
  drawn: number
  confidence: number
  /** null where the figure has no bounds. */
  range: Range | null
}

/**
 * Percentile: type-7 quantiles of the resamples (Efron & Tibshirani 1993, An Introduction to the Bootstrap, 13). Arcsine: with the range
 * from a to b, y = asin(2 (x - a) / (b - a) - 1), for a share twice the arcsine of its root less a constant, on which its variance hardly
 * depends on its value (Anscombe 1948, Biometrika 35:246); the limits are y ± t s sqrt(n / (n - 1)), kept within ±pi/2 and turned back,
 * where s is the standard deviation of the resamples' y, n the number of responses drawn and t Student's with n - 1 degrees of freedom.
 * The root mends that a resample of n responses spreads as if by n, not n - 1 (Efron & Tibshirani 1993, 5.3). Without a range, or with a
 * value outside of it, y is x. Values are rounded to 12 decimals first, since the scale is steep at its ends and would make a difference of
 * what differs in rounding only. null without two resamples, or of fewer than two responses.
 */
export function intervalLimits(
  method: IntervalMethod,
  { point, sorted, drawn, confidence, range }: Resampled,
): { low: number; high: number } | null {
  if (sorted.length === 0) return null
  if (method === 'percentile') {
    const tail = (1 - confidence) / 2
    return { low: quantileOfSorted(sorted, tail), high: quantileOfSorted(sorted, 1 - tail) }
  }
  if (drawn < 2 || sorted.length < 2) return null
  const values = sorted.map(rounded)
  const [least, most] = [values[0] ?? 0, values.at(-1) ?? 0]
  // Nothing differed: the way to the scale and back would leave a width of rounding.
  if (least === most) return { low: point, high: point }
  const middle = rounded(point)
  const [to, from] = scaleOf(range, [middle, least, most])
  const reach = reachOf(deviation(values.map(to)), drawn, confidence)
  return { low: from(to(middle) - reach), high: from(to(middle) + reach) }
}

/** How far limits lie from a figure, on the scale on which it spreads so far over resamples of `drawn` responses. */
export const reachOf = (spread: number, drawn: number, confidence: number): number =>
  studentWithin(confidence, drawn - 1) * spread * Math.sqrt(drawn / (drawn - 1))

/**
 * Arcsine limits of a figure whose standard error was not resampled but follows from its derivatives (the delta method): `spread` is that error on
 * the figure's own scale, `reach` turns a spread into a distance. At an end of the range nothing can be said of the scale, and the figure is both limits.
 */
export function limitsFromError(
  point: number,
  { spread, range }: { spread: number; range: Range },
  reach: (spread: number) => number,
): { low: number; high: number } {
  const middle = (2 * (point - range[0])) / (range[1] - range[0]) - 1
  if (Math.abs(middle) >= 1) return { low: point, high: point }
  const [to, from] = scaleOf(range, [point])
  const slope = 2 / (range[1] - range[0]) / Math.sqrt(1 - middle ** 2)
  const around = reach(spread * slope)
  return { low: from(to(point) - around), high: from(to(point) + around) }
}

const rounded = (value: number): number => Math.round(value * 1e12) / 1e12

type Scale = readonly [to: (value: number) => number, from: (value: number) => number]

function scaleOf(range: Range | null, values: readonly number[]): Scale {
  if (range === null || values.some((value) => value < range[0] || value > range[1]))
    return [(value) => value, (value) => value]
  const [least, width] = [range[0], range[1] - range[0]]
  return [
    (value) => Math.asin((2 * (value - least)) / width - 1),
    (angle) => least + (width * (1 + Math.sin(Math.min(Math.PI / 2, Math.max(-Math.PI / 2, angle))))) / 2,
  ]
}

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** How limits are made of resamples, for receipts: so that anybody can make them again. */
export const LIMIT_RULES =
  'percentile: type-7 quantiles. arcsine: with the range from a to b of the figure, y = asin(2 (x - a) / (b - a) - 1); the limits are y of the figure plus and minus t s sqrt(n / (n - 1)), kept within plus and minus pi/2 and turned back; s is the standard deviation of the resamples’ y with divisor B - 1, n the number drawn, t Student’s with n - 1 degrees of freedom for the confidence on both sides. Without a range, or where a value lies outside of it, y is x; values are rounded to 12 decimals first; where all resamples are alike the limits are the figure.'
