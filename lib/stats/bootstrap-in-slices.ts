import { setImmediate } from 'node:timers/promises'
import {
  type BootstrapInterval,
  type BootstrapOptions,
  type Drawable,
  drawable,
  drawsOf,
  type ResampleOptions,
  resampling,
  type Statistics,
} from './bootstrap'
import type { Draws } from './draws'
import type { Ratings, RatingTable } from './ratings'

/** Milliseconds of work after which others get their turn. */
export const SLICE_MS = 10

export interface InSlices {
  /** Stops between two resamples; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** `bootstrap` that lets other work of this process through about every 10 ms, with the very same figures. */
export async function bootstrapInSlices<Name extends string>(
  ratings: Ratings,
  statistics: Statistics<Name, RatingTable>,
  options: BootstrapOptions & InSlices = {},
): Promise<Record<Name, BootstrapInterval>> {
  return await resampleInSlices(drawsOf(ratings, options), drawable(ratings), statistics, options)
}

/**
 * `resample` that lets other work of this process through about every 10 ms, with the very same figures. A sample must
 * not be shared between two that run at a time: make one with `drawable` for each.
 */
export async function resampleInSlices<Name extends string, Sample>(
  draws: Draws,
  sample: Drawable<Sample>,
  statistics: Statistics<Name, Sample>,
  options: ResampleOptions & InSlices = {},
): Promise<Record<Name, BootstrapInterval>> {
  options.signal?.throwIfAborted()
  const work = resampling(draws, sample, statistics, options)
  let since = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    options.signal?.throwIfAborted()
    since = performance.now()
  }
}
