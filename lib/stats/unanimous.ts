import { type RatingTable, visitRows } from './ratings'
import type { Stat } from './result'

/**
 * The share of units with two ratings or more on which all ratings are the same, complete or not.
 * Undefined: `no-pairable-units`.
 */
export function unanimous(ratings: RatingTable): Stat<{ nUnits: number }> {
  let nUnits = 0
  let same = 0
  visitRows(ratings, (counts, size, times) => {
    if (size < 2) return
    nUnits += times
    if (counts.includes(size)) same += times
  })
  if (nUnits === 0) return { value: null, reason: 'no-pairable-units', nUnits }
  return { value: same / nUnits, nUnits }
}
