import { seededRandom } from '@/lib/stats/seeded-random'

/** Seeded chance, so that a simulation is the same at every run. */
export interface Chance {
  /** A whole number from 0 to size - 1. */
  index(size: number): number
  /** True with this probability. */
  happens(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** One of the others. */
  other<T>(from: readonly T[], than: T): T
}

const FINE = 1_000_000

export function chanceOf(seed: number): Chance {
  const index = seededRandom(seed)
  const pick = <T>(from: readonly T[]): T => {
    const chosen = from[index(from.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }
  return {
    index,
    happens: (probability) => index(FINE) < probability * FINE,
    pick,
    other: (from, than) => pick(from.filter((each) => each !== than)),
  }
}
