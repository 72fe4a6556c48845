import { setImmediate } from 'node:timers/promises'
import { CONFIDENCE, type EstimateView, type NoValueReason } from '@/lib/quality/agreement/contract'
import { noValueWords } from '@/lib/quality/rater-matrix/rules'
import type { BootstrapInterval } from '@/lib/stats/bootstrap'
import { bootstrapInSlices } from '@/lib/stats/bootstrap-in-slices'
import type { Ratings, RatingTable } from '@/lib/stats/ratings'
import type { Estimate } from '@/lib/stats/result'

export type IntervalView = NonNullable<EstimateView['interval']>
export type IntervalsByName = ReadonlyMap<string, IntervalView>

export interface ResamplingOptions {
  seed: number
  resamples: number
  /** Of fewer units with two ratings or more there are neither figures nor intervals. */
  minUnits: number
  /** Ends the work; what is not there by `enough` is left out and said. */
  signal?: AbortSignal | undefined
  enough?: AbortSignal | undefined
}

/** Makes intervals as long as there is time for them. One for each report. */
export class Resampling {
  /** Was there not enough time for all? */
  late = false

  constructor(readonly options: ResamplingOptions) {}

  get minUnits(): number {
    return this.options.minUnits
  }

  /** Intervals of all statistics from one series of resamples of clusters, the generator started anew. */
  async of(
    ratings: Ratings,
    statistics: ReadonlyMap<string, (ratings: RatingTable) => Estimate>,
    clusters: readonly string[],
  ): Promise<IntervalsByName> {
    if (statistics.size === 0) return new Map()
    const { seed, resamples } = this.options
    // Drawing units is quicker than drawing clusters of one, and draws the same.
    const isClustered = new Set(clusters).size < clusters.length
    const options = { seed, resamples, confidence: CONFIDENCE, ...(isClustered ? { clusters } : {}) }
    return this.inTime((signal) => bootstrapInSlices(ratings, Object.fromEntries(statistics), { ...options, signal }))
  }

  /** Lets other work of the process through, between two parts of the report. */
  async letOthersThrough(): Promise<void> {
    await setImmediate()
    this.options.signal?.throwIfAborted()
  }

  /** Runs a bootstrap; none is begun, and one under way ends, when time is up. */
  async inTime(
    run: (signal: AbortSignal | undefined) => Promise<Record<string, BootstrapInterval>>,
  ): Promise<IntervalsByName> {
    const { signal, enough } = this.options
    signal?.throwIfAborted()
    if (!enough?.aborted) {
      const signals = [signal, enough].filter((each) => each !== undefined)
      try {
        return present(await run(signals.length === 0 ? undefined : AbortSignal.any(signals)), this.options.seed)
      } catch (error) {
        if (!enough?.aborted || signal?.aborted) throw error
      }
    }
    this.late = true
    return new Map()
  }
}

function present(found: Record<string, BootstrapInterval>, seed: number): IntervalsByName {
  const views = Object.entries(found).flatMap(([name, interval]): [string, IntervalView][] => {
    const { low, high, confidence, nResamples, nUndefined, nDrawn } = interval
    if (low === null || high === null) return []
    return [
      [name, { low, high, confidence, seed, resamples: nResamples, undefinedResamples: nUndefined, drawn: nDrawn }],
    ]
  })
  return new Map(views)
}

/** What words about a missing value need to know. */
export interface About {
  /** Units that enter the figures. */
  n: number
  /** The only label in use, where there is only one. */
  only: string | null
  /** The fewest units that figures are made of. */
  minUnits: number
}

/** An estimate as it is shown; of too few units there is none. */
export function estimateOf(point: Estimate, interval: IntervalView | undefined, about: About): EstimateView {
  if (about.n > 0 && about.n < about.minUnits) return without('too-few-units', about)
  if (point.value === null) return without(point.reason, about)
  return { value: point.value, reason: null, words: null, interval: interval ?? null }
}

export function without(reason: NoValueReason, about: About): EstimateView {
  return { value: null, reason, words: noValueWords(reason, about), interval: null }
}
