import { clusterDraws, countDraws, type Draws, draw, noneDrawn, unitDraws } from './draws'
import { type IntervalMethod, intervalLimits, type Range } from './interval-limits'
import { type Ratings, type RatingTable, withTimes } from './ratings'
import type { Estimate, Stat } from './result'
import { type NextIndex, type SeededRandom, seededRandom } from './seeded-random'
import { StatsInputError } from './stats-input-error'

export interface BootstrapOptions {
  /** Whole number from 0 to 2^32 - 1, stated in the result. */
  readonly seed?: number
  readonly resamples?: number
  readonly confidence?: number
  /** How limits are made of the resamples; percentiles when left out. */
  readonly method?: IntervalMethod
  /** The range of a statistic by its name, which the arcsine scale takes; none when left out. */
  readonly rangeOf?: (name: string) => Range | null
  /** For each unit as passed to `ratingsOf`: the response it belongs to. Whole responses are then drawn. */
  readonly clusters?: readonly (string | number)[]
  /** Replaces the seeded generator. */
  readonly nextIndex?: NextIndex
  /** No resample is begun after this moment of `performance.now()`: OutOfTime is thrown then. */
  readonly deadline?: number | undefined
}

/** Thrown where resampling has not ended by its deadline. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

export type BootstrapInterval = Stat<{
  nResamples: number
  /** Resamples for which the statistic is undefined; they are left out of the interval. */
  nUndefined: number
  /** What is drawn: units, or clusters if they were given. */
  nDrawn: number
  confidence: number
  /** null if the generator was passed in. */
  seed: number | null
  /** Limits, mean and standard deviation of the defined resamples; null if the point or all resamples are undefined. */
  low: number | null
  high: number | null
  /** The percentile limits of the same resamples, whatever the method. */
  percentile: { low: number; high: number } | null
  mean: number | null
  se: number | null
}>

/**
 * Intervals for any number of statistics of the same ratings, from one series of resamples (Efron & Tibshirani 1993, An
 * Introduction to the Bootstrap). A unit is drawn with all its raters; with `clusters` a whole
 * response is drawn with all its units, which is right when units of one response resemble each other (Davison &
 * Hinkley 1997, 3.8). Limits are made of the defined resamples (`intervalLimits`).
 * A statistic that is undefined for the data as they are gets no limits.
 * @throws StatsInputError for options out of range or clusters of another length than the units.
 */
export function bootstrap<Name extends string>(
  ratings: Ratings,
  statistics: Readonly<Record<Name, (ratings: RatingTable) => Estimate>>,
  options: BootstrapOptions = {},
): Record<Name, BootstrapInterval> {
  return resample(drawsOf(ratings, options), drawable(ratings), statistics, options)
}

/** What the options say is drawn: clusters if they are given, else units. */
export function drawsOf(ratings: Ratings, options: BootstrapOptions): Draws {
  return options.clusters ? clusterDraws(ratings, options.clusters) : unitDraws(ratings)
}

/** Something that statistics are computed of: as it is, and as drawn whenever `times` has been filled anew. */
export interface Drawable<Sample> {
  readonly whole: Sample
  readonly drawn: Sample
  readonly times: Float64Array
}

/** Ratings to be resampled. */
export function drawable(ratings: RatingTable): Drawable<RatingTable> {
  const times = new Float64Array(ratings.times.length)
  return { whole: ratings, drawn: withTimes(ratings, times), times }
}

/** The statistics of the whole, with limits from resamples by these draws. */
export function resample<Name extends string, Sample>(
  draws: Draws,
  sample: Drawable<Sample>,
  statistics: Statistics<Name, Sample>,
  options: ResampleOptions = {},
): Record<Name, BootstrapInterval> {
  const work = resampling(draws, sample, statistics, options)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    checkTime(options)
  }
}

function checkTime({ deadline = Number.POSITIVE_INFINITY }: ResampleOptions): void {
  if (performance.now() > deadline) throw new OutOfTime('There was not enough time for all resamples.')
}

export type Statistics<Name extends string, Sample> = Readonly<Record<Name, (sample: Sample) => Estimate>>
export type ResampleOptions = Omit<BootstrapOptions, 'clusters'>

/** The same as `resample`, to be taken step by step: it pauses before every resample. */
function* resampling<Name extends string, Sample>(
  draws: Draws,
  sample: Drawable<Sample>,
  statistics: Statistics<Name, Sample>,
  options: ResampleOptions = {},
): Generator<undefined, Record<Name, BootstrapInterval>> {
  const { resamples = 2000, confidence = 0.95, seed = 1, method = 'percentile', rangeOf } = options
  checkOptions(resamples, confidence)
  const nextIndex = options.nextIndex ?? seededRandom(seed)
  const names = Object.keys(statistics) as Name[]
  const points = names.map((name) => pointOf(statistics[name](sample.whole)))
  const defined = names.filter((_, index) => points[index]?.value !== null)
  const runs = draws.typeOf.length === 0 ? 0 : resamples
  const wanted = new Map(defined.map((name) => [name, statistics[name]]))
  const replicated = yield* replicates(sample, draws, nextIndex, runs, wanted)
  const common = { confidence, nDrawn: draws.typeOf.length, seed: options.nextIndex ? null : seed }
  const intervals = names.map((name, index) => {
    const values = replicated.get(name)
    const nResamples = values ? runs : 0
    const counts = { ...common, nResamples, nUndefined: nResamples - (values?.length ?? 0) }
    const sorted = Float64Array.from(values ?? []).sort()
    const point = points[index]?.value ?? Number.NaN
    const range = rangeOf?.(name) ?? null
    const found = { point, sorted, drawn: counts.nDrawn, confidence, range }
    const limits = intervalLimits(method, found) ?? NO_LIMITS
    const percentile = intervalLimits('percentile', found)
    return [name, { ...points[index], ...counts, ...limits, percentile, ...momentsOf(sorted) }]
  })
  return Object.fromEntries(intervals) as Record<Name, BootstrapInterval>
}

/** Only the estimate, without the companions that a coefficient may carry. */
function pointOf(estimate: Estimate): Estimate {
  return estimate.value === null ? { value: null, reason: estimate.reason } : { value: estimate.value }
}

/** The defined values of each statistic over all resamples. */
function* replicates<Name extends string, Sample>(
  { drawn, times }: Drawable<Sample>,
  draws: Draws,
  nextIndex: NextIndex,
  runs: number,
  statistics: ReadonlyMap<Name, (sample: Sample) => Estimate>,
): Generator<undefined, Map<Name, number[]>> {
  const found = new Map([...statistics.keys()].map((name): [Name, number[]] => [name, []]))
  if (found.size === 0) return found
  const counts = noneDrawn(draws)
  for (let run = 0; run < runs; run++) {
    yield
    draw(draws, nextIndex, times, counts)
    for (const [name, statistic] of statistics) {
      const { value } = statistic(drawn)
      if (value !== null) found.get(name)?.push(value)
    }
  }
  return found
}

function checkOptions(resamples: number, confidence: number): void {
  if (!Number.isInteger(resamples) || resamples < 1) {
    throw new StatsInputError('invalid-option', `${resamples} is not a number of resamples`)
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new StatsInputError('invalid-option', `${confidence} is not a confidence between 0 and 1`)
  }
}

const NO_LIMITS = { low: null, high: null }

function momentsOf(values: Float64Array) {
  if (values.length === 0) return { mean: null, se: null }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, se: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : null }
}

/** A statistic of sums: for each cell, the sum of that count over all clusters drawn. */
export type CountStatistic = (sums: Float64Array) => Estimate

/**
 * Intervals for statistics of counts, such as ratios and differences of them, from resamples of whole
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

/** A sample of one kind with its draws and statistics, as `resample` takes them. */
export interface Part<Sample> {
  readonly draws: Draws
  readonly sample: Drawable<Sample>
  readonly statistics: Statistics<string, Sample>
}

/**
 * `resample` of several samples of equally many units or clusters. By themselves, each with the same seed, they
 * would all draw the very same indices; here these are drawn once, which is most of the work. The figures are the same.
 * @throws StatsInputError for samples of different sizes.
 */
export function resampleTogether<Sample>(
  parts: readonly Part<Sample>[],
  { seed = 1, ...options }: Omit<ResampleOptions, 'nextIndex'> = {},
): Record<string, BootstrapInterval>[] {
  const joint = joinTypes(parts.map(({ draws }) => draws.typeOf))
  const counts = new Int32Array(joint.size)
  const random = seededRandom(seed)
  const works = parts.map(({ draws, sample, statistics }, index) =>
    resampling(draws, sample, statistics, { ...options, nextIndex: dealing(joint.typesOf[index], counts) }),
  )
  // Up to the first resample: what is to be drawn for is known then.
  let steps = works.map((work) => work.next())
  while (steps.some(({ done }) => !done)) {
    checkTime(options)
    random.tally(joint.typeOf, counts.fill(0))
    steps = steps.map((step, index) => (step.done ? step : (works[index]?.next() ?? step)))
  }
  return steps.map(({ value }) => inNameOf(seed, value ?? {}))
}

/** Gives out what was drawn for all, in the types of one of them. */
function dealing(types: Int32Array | undefined, counts: Int32Array): SeededRandom {
  const tally = (_: Int32Array, drawn: Int32Array) => {
    types?.forEach((type, index) => {
      drawn[type] = (drawn[type] ?? 0) + (counts[index] ?? 0)
    })
  }
  const nextIndex = () => {
    throw new StatsInputError('invalid-option', 'Draws for several samples are made in bulk')
  }
  return Object.assign(nextIndex, { tally })
}

const inNameOf = (seed: number, intervals: Record<string, BootstrapInterval>) =>
  Object.fromEntries(Object.entries(intervals).map(([name, interval]) => [name, { ...interval, seed }]))

/** The combinations of types that stand at the same index: `typesOf[part][combination]` is the part's own type. */
function joinTypes(lists: readonly Int32Array[]) {
  const length = lists[0]?.length ?? 0
  if (lists.some((list) => list.length !== length))
    throw new StatsInputError('length-mismatch', 'Samples that are drawn together are of one size')
  const indexByKey = new Map<string, number>()
  const typesOf: number[][] = lists.map(() => [])
  const typeOf = Int32Array.from({ length }, (_, index) => {
    const partTypes = lists.map((list) => list[index] ?? 0)
    const key = partTypes.join(' ')
    const found = indexByKey.get(key)
    if (found !== undefined) return found
    partTypes.forEach((type, part) => {
      typesOf[part]?.push(type)
    })
    indexByKey.set(key, indexByKey.size)
    return indexByKey.size - 1
  })
  return { typeOf, typesOf: typesOf.map((types) => Int32Array.from(types)), size: indexByKey.size }
}
