import { processorTime } from './processor-time'

/** So many times the length is read for comparison. */
export const TIMES_LONGER = 4
/** Linear work takes four times as long, work that grows with the square sixteen times. */
export const MOST = 8
/** Below this, in milliseconds, what is measured is the clock. */
const LEAST_MS = 4
const TRIES = 3
/** A growth up to this needs no second try: work that grows with the square takes sixteen times as long. */
const CLEARLY_LINEAR = 6

/**
 * How many times as long reading four times the length takes, by the quickest of up to three readings of each. What takes too long
 * is tried once more with four times the length: work that grows with the square does so there too, while a collection
 * of the memory that the tests before have filled, which may take longer than the shorter text, no longer decides.
 */
export function growthOf(read: (text: string) => unknown, make: (length: number) => string, length: number): number {
  const growth = leastGrowth(read, make, length)
  return growth > MOST ? Math.min(growth, leastGrowth(read, make, length * TIMES_LONGER)) : growth
}

function leastGrowth(read: (text: string) => unknown, make: (length: number) => string, length: number): number {
  const [short, long] = [make(length), make(length * TIMES_LONGER)]
  const quickest = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY }
  let growth = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && growth > CLEARLY_LINEAR; tries++) {
    quickest.long = Math.min(
      quickest.long,
      processorTime(() => read(long)),
    )
    // So little that the shorter one need not be read.
    if (quickest.long <= MOST * LEAST_MS) return quickest.long / LEAST_MS
    quickest.short = Math.min(
      quickest.short,
      processorTime(() => read(short)),
    )
    growth = quickest.long / Math.max(quickest.short, LEAST_MS)
  }
  return growth
}
