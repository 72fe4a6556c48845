import type { Ratings } from './ratings'
import type { NextIndex } from './seeded-random'
import { StatsInputError } from './stats-input-error'

/**
 * What the bootstrap draws: `typeOf.length` units or clusters, those alike sharing a type. A type t adds `amounts[j]`
 * units to row `rows[j]` for j from `starts[t]` to `starts[t + 1]`.
 */
export interface Draws {
  readonly typeOf: Int32Array
  readonly starts: Int32Array
  readonly rows: Int32Array
  readonly amounts: Float64Array
}

/** Fills `times` with one resample: as many draws with replacement as there are units or clusters. */
export function draw(draws: Draws, nextIndex: NextIndex, times: Float64Array): void {
  const { typeOf, starts, rows, amounts } = draws
  const size = typeOf.length
  const drawn = new Int32Array(starts.length - 1)
  for (let i = 0; i < size; i++) {
    const type = typeOf[nextIndex(size)] ?? 0
    drawn[type] = (drawn[type] ?? 0) + 1
  }
  times.fill(0)
  for (let type = 0; type < drawn.length; type++) {
    const count = drawn[type] ?? 0
    const end = count === 0 ? 0 : (starts[type + 1] ?? 0)
    for (let j = starts[type] ?? 0; j < end; j++) {
      const row = rows[j] ?? 0
      times[row] = (times[row] ?? 0) + count * (amounts[j] ?? 0)
    }
  }
}

/** Every unit is drawn by itself; its type is its row. */
export function unitDraws(ratings: Ratings): Draws {
  const { rowOfUnit, timesOfUnit } = ratings
  const typeOf = new Int32Array(timesOfUnit.reduce((sum, count) => sum + count, 0))
  let next = 0
  timesOfUnit.forEach((count, unit) => {
    typeOf.fill(rowOfUnit[unit] ?? 0, next, next + count)
    next += count
  })
  const types = ratings.times.length
  return { typeOf, starts: upTo(types + 1), rows: upTo(types), amounts: new Float64Array(types).fill(1) }
}

function upTo(length: number): Int32Array {
  return Int32Array.from({ length }, (_, index) => index)
}

/**
 * Whole clusters are drawn with all their units.
 * @throws StatsInputError unless there is one cluster for each unit.
 */
export function clusterDraws(ratings: Ratings, clusters: readonly (string | number)[]): Draws {
  const rowsOf = new Map<string | number, Map<number, number>>()
  if (clusters.length !== ratings.rowOfUnit.length) {
    throw new StatsInputError('length-mismatch', `${clusters.length} clusters, ${ratings.rowOfUnit.length} units`)
  }
  clusters.forEach((cluster, unit) => {
    const amounts = rowsOf.get(cluster) ?? new Map<number, number>()
    const row = ratings.rowOfUnit[unit] ?? 0
    amounts.set(row, (amounts.get(row) ?? 0) + (ratings.timesOfUnit[unit] ?? 0))
    rowsOf.set(cluster, amounts)
  })
  return foldClusters([...rowsOf.values()])
}

/**
 * Whole clusters are drawn with all their counts, one for each cell.
 * @throws StatsInputError unless every cluster has so many counts.
 */
export function countDraws(clusters: readonly ArrayLike<number>[], cells: number): Draws {
  return foldClusters(
    clusters.map((counts) => {
      if (counts.length !== cells) {
        throw new StatsInputError('length-mismatch', `a cluster of ${counts.length} counts, ${cells} cells`)
      }
      return new Map(
        Array.from(counts, (count, cell): [number, number] => [cell, count]).filter(([, count]) => count !== 0),
      )
    }),
  )
}

function foldClusters(clusters: readonly ReadonlyMap<number, number>[]): Draws {
  const typeOfKey = new Map<string, number>()
  const starts = [0]
  const rows: number[] = []
  const amounts: number[] = []
  const typeOf = clusters.map((cluster) => {
    const entries = [...cluster].sort(([a], [b]) => a - b)
    const key = entries.join(';')
    const known = typeOfKey.get(key)
    if (known !== undefined) return known
    for (const [row, amount] of entries) {
      rows.push(row)
      amounts.push(amount)
    }
    starts.push(rows.length)
    typeOfKey.set(key, typeOfKey.size)
    return typeOfKey.size - 1
  })
  return {
    typeOf: Int32Array.from(typeOf),
    starts: Int32Array.from(starts),
    rows: Int32Array.from(rows),
    amounts: Float64Array.from(amounts),
  }
}
