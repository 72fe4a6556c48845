import { processorTime } from './processor-time'

/** So many times the length is read for comparison. */
export const TIMES_LONGER = 4
/** Linear work takes four times as long, work that grows with the square sixteen times. */
export const MOST = 8
/** Below this, in milliseconds, what is measured is the clock. */
const LEAST_MS = 4
const TRIES = 3

/**
 * How many times as long reading four times the length takes: the least of three tries, the first of which may do. What takes
 * too long is tried once more with four times the length: work that grows with the square does so there too, while a collection
 * of the memory that the tests before have filled, which may take longer than the shorter text, no longer decides.
 */
export function growthOf(read: (text: string) => unknown, make: (length: number) => string, length: number): number {
  const growth = leastGrowth(read, make, length)
  return growth > MOST ? Math.min(growth, leastGrowth(read, make, length * TIMES_LONGER)) : growth
}

function leastGrowth(read: (text: string) => unknown, make: (length: number) => string, length: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && least > MOST; tries++) {
    const [short, long] = [make(length), make(length * TIMES_LONGER)]
    const longer = processorTime(() => read(long))
    // So little that the shorter one need not be read.
    if (longer <= MOST * LEAST_MS) return Math.min(least, longer / LEAST_MS)
    least = Math.min(
      least,
      longer /
        Math.max(
          processorTime(() => read(short)),
          LEAST_MS,
        ),
    )
  }
  return least
}
