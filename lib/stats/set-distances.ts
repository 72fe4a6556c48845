import type { DistanceTable } from './distance-table'
import { type Label, type Ratings, ratingsOf } from './ratings'

/** How far two sets of labels are apart, from 0 (the same) to 1 (nothing in common). */
export type SetDistance = 'jaccard' | 'masi'

export interface SetRatings {
  /** One category for each different set; made for `krippendorffAlpha` with level custom and these distances. */
  readonly ratings: Ratings
  readonly sets: readonly (readonly Label[])[]
  readonly distances: DistanceTable
}

/**
 * Ratings that are sets of labels (several may be chosen): null is not rated, an empty set is a rating.
 */
export function ratingsOfSets(
  units: readonly (readonly (readonly Label[] | null)[])[],
  distance: SetDistance,
  options: { readonly times?: readonly number[] | undefined } = {},
): SetRatings {
  const sets = new Map<string, readonly Label[]>()
  const rows = units.map((row) =>
    row.map((set) => {
      if (set === null) return null
      const distinct = [...new Set(set)].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      const key = JSON.stringify(distinct)
      sets.set(key, distinct)
      return key
    }),
  )
  const universe = [...sets.keys()]
  const distinct = [...sets.values()]
  const ratings = ratingsOf(rows, { times: options.times, ...(universe.length > 0 && { categories: universe }) })
  return { ratings, sets: distinct, distances: setDistances(distinct, distance) }
}

const keyOf = (label: Label) => `${typeof label} ${label}`

/** The distances between every two of these sets. */
export function setDistances(sets: readonly (readonly Label[])[], distance: SetDistance): DistanceTable {
  const measure = distance === 'masi' ? masiDistance : jaccardDistance
  return sets.map((a) => sets.map((b) => measure(a, b)))
}

/** 1 - shared / all; two empty sets are the same. Jaccard 1912, New Phytol. 11:37. */
export function jaccardDistance(a: readonly Label[], b: readonly Label[]): number {
  const { shared, all } = overlap(a, b)
  return all === 0 ? 0 : 1 - shared / all
}

/**
 * MASI: 1 - J M, with Jaccard's index J, and M = 1 for the same sets, 2/3 if one holds the other, 1/3 if they only
 * overlap, 0 if they share nothing. Passonneau 2006, Measuring agreement on set-valued items, LREC.
 */
export function masiDistance(a: readonly Label[], b: readonly Label[]): number {
  const { shared, all, smaller } = overlap(a, b)
  if (all === 0 || shared === all) return 0
  if (shared === 0) return 1
  return 1 - (shared / all) * (shared === smaller ? 2 / 3 : 1 / 3)
}

function overlap(a: readonly Label[], b: readonly Label[]) {
  const [left, right] = [new Set(a), new Set(b)]
  const shared = [...left].filter((label) => right.has(label)).length
  return { shared, all: left.size + right.size - shared, smaller: Math.min(left.size, right.size) }
}
