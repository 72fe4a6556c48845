import { drawPlaces } from '@/lib/stats/draw-places'
import { seededRandom } from '@/lib/stats/seeded-random'

/** By what items form sets. */
export const setFields = ['source', 'domain'] as const
export type SetField = (typeof setFields)[number]

/** An item that may stay or go. */
export interface Candidate {
  itemId: string
  /** Its source or domain; empty where it has none. */
  set: string
  /** Somebody works on it, so it stays. */
  begun: boolean
}

/**
 * The items to set aside so that so many of each named set stay. What was begun stays in any case and is counted first; the
 * rest is drawn, set after set in the order of their names, from one seed. Sets that are not named stay whole.
 */
export function leftOut(
  candidates: readonly Candidate[],
  counts: ReadonlyMap<string, number>,
  seed: number,
): Candidate[] {
  const next = seededRandom(seed)
  return [...counts.keys()].toSorted().flatMap((set) => {
    const setCandidates = candidates.filter((each) => each.set === set)
    const free = setCandidates.filter(({ begun }) => !begun)
    const wanted = (counts.get(set) ?? 0) - (setCandidates.length - free.length)
    const keptPlaces = new Set(drawPlaces(free.length, wanted, next))
    return free.filter((_, place) => !keptPlaces.has(place))
  })
}
