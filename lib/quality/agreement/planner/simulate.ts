/** A plan tried out on the responses there are. Pure. */
import { setImmediate } from 'node:timers/promises'
import type { Drawable, Statistics } from '@/lib/stats/bootstrap'
import { resampleInSlices } from '@/lib/stats/bootstrap-in-slices'
import type { Draws } from '@/lib/stats/draws'
import { quantileOfSorted } from '@/lib/stats/quantile'
import { seededRandom } from '@/lib/stats/seeded-random'
import type { Plan } from './contract'

const PROJECTS = 20
const RESAMPLES = 200
/** Draws in all; beyond, fewer projects are tried. */
const MOST_DRAWS = 40_000_000
const FEWEST_PROJECTS = 5

/** How many projects of this many responses are tried; 0 where that would take too long. */
export function projectsFor(responses: number): number {
  const affordable = Math.min(PROJECTS, Math.floor(MOST_DRAWS / (RESAMPLES * responses)))
  return affordable < FEWEST_PROJECTS ? 0 : affordable
}

/**
 * How wide intervals come out in projects of `responses` responses that are drawn with replacement from those there are:
 * each project gets an interval of its own by the bootstrap of whole responses (a nested bootstrap: Davison & Hinkley
 * 1997, 3.9). One generator from `seed` draws the projects; the resamples of project k come from the seed plus k + 1.
 * null: too many to try, or no project has an interval.
 */
export async function simulatePlan<Sample>(
  draws: Draws,
  sample: Drawable<Sample>,
  statistic: Statistics<'it', Sample>['it'],
  plan: { responses: number; seed: number; confidence: number },
): Promise<Plan['simulated']> {
  const { responses, seed, confidence } = plan
  const projects = projectsFor(responses)
  const nextIndex = seededRandom(seed)
  const widths: number[] = []
  for (let project = 0; project < projects; project++) {
    const size = draws.typeOf.length
    const typeOf = Int32Array.from({ length: responses }, () => draws.typeOf[nextIndex(size)] ?? 0)
    await setImmediate()
    const options = { seed: seed + project + 1, resamples: RESAMPLES, confidence }
    const { it } = await resampleInSlices({ ...draws, typeOf }, sample, { it: statistic }, options)
    if (it.low !== null && it.high !== null) widths.push(it.high - it.low)
  }
  if (widths.length === 0) return null
  const sorted = Float64Array.from(widths).sort()
  const mean = sorted.reduce((sum, width) => sum + width, 0) / sorted.length
  const [low, high] = [quantileOfSorted(sorted, 0.05), quantileOfSorted(sorted, 0.95)]
  return { projects: widths.length, resamples: RESAMPLES, seed, mean, low, high }
}
