import { StatsInputError } from './stats-input-error'

/** How far apart every two categories are, in declared order: 0 on the diagonal, symmetric, not negative. */
export type DistanceTable = readonly (readonly number[])[]

/** How much agreement every two categories are worth, in declared order: 1 on the diagonal, symmetric, at most 1. */
export type WeightTable = readonly (readonly number[])[]

/**
 * @throws StatsInputError unless the table is q by q, symmetric, `diagonal` on the diagonal, and fits everywhere.
 */
export function checkTable(
  table: readonly (readonly number[])[],
  q: number,
  diagonal: number,
  fits: (entry: number) => boolean,
): void {
  if (table.length !== q || table.some((row) => row.length !== q)) {
    throw new StatsInputError('length-mismatch', `The table is not ${q} by ${q}`)
  }
  table.forEach((row, i) => {
    row.forEach((entry, j) => {
      if (!Number.isFinite(entry) || !fits(entry) || entry !== table[j]?.[i] || (i === j && entry !== diagonal)) {
        throw new StatsInputError('invalid-option', `The entry ${entry} for ${i} and ${j} fits no such table`)
      }
    })
  })
}

/**
 * The agreement weights of distances, 1 - d / largest d, so that a weighted kappa sees them in the same proportions.
 * @throws StatsInputError unless it is a table of distances.
 */
export function weightsOfDistances(distances: DistanceTable): WeightTable {
  checkTable(distances, distances.length, 0, (distance) => distance >= 0)
  const largest = Math.max(0, ...distances.flat())
  return distances.map((row) => row.map((distance) => (largest === 0 ? 1 : 1 - distance / largest)))
}
