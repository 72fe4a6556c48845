import { setImmediate } from 'node:timers/promises'
import { type BootstrapInterval, type Drawable, type ResampleOptions, resampling, type Statistics } from './bootstrap'
import { type InSlices, SLICE_MS } from './bootstrap-in-slices'
import type { Draws } from './draws'
import { type SeededRandom, seededRandom } from './seeded-random'
import { StatsInputError } from './stats-input-error'

/** A sample of one kind with its draws and statistics, as `resample` takes them. */
export interface Part<Sample> {
  readonly draws: Draws
  readonly sample: Drawable<Sample>
  readonly statistics: Statistics<string, Sample>
}

/**
 * `resampleInSlices` of several samples of equally many units or clusters. By themselves, each with the same seed, they
 * would all draw the very same indices; here these are drawn once, which is most of the work. The figures are the same.
 * @throws StatsInputError for samples of different sizes.
 */
export async function resampleTogether<Sample>(
  parts: readonly Part<Sample>[],
  { seed = 1, signal, ...options }: Omit<ResampleOptions, 'nextIndex'> & InSlices = {},
): Promise<Record<string, BootstrapInterval>[]> {
  const joint = joinTypes(parts.map(({ draws }) => draws.typeOf))
  const counts = new Int32Array(joint.size)
  const random = seededRandom(seed)
  const works = parts.map(({ draws, sample, statistics }, index) =>
    resampling(draws, sample, statistics, { ...options, nextIndex: dealing(joint.typesOf[index], counts) }),
  )
  // Up to the first resample: what is to be drawn for is known then.
  let steps = works.map((work) => work.next())
  let since = performance.now()
  while (steps.some(({ done }) => !done)) {
    if (performance.now() - since >= SLICE_MS) {
      await setImmediate()
      since = performance.now()
    }
    signal?.throwIfAborted()
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
  const known = new Map<string, number>()
  const typesOf: number[][] = lists.map(() => [])
  const typeOf = Int32Array.from({ length }, (_, index) => {
    const own = lists.map((list) => list[index] ?? 0)
    const key = own.join(' ')
    const found = known.get(key)
    if (found !== undefined) return found
    own.forEach((type, part) => {
      typesOf[part]?.push(type)
    })
    known.set(key, known.size)
    return known.size - 1
  })
  return { typeOf, typesOf: typesOf.map((types) => Int32Array.from(types)), size: known.size }
}
