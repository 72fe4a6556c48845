import { checkCount, type Ratings } from './ratings'
import type { NextIndex, SeededRandom } from './seeded-random'
import { StatsInputError } from './stats-input-error'

/**
 * What the bootstrap draws: n = `typeOf.length` units or clusters, those alike sharing a type. A type t adds
 * `amounts[j]` units to row `rows[j]` for j from `starts[t]` to `starts[t + 1]`.
 * The procedure, for whoever repeats it: one generator (`seededRandom`) for all resamples; each resample is n draws of an
 * index from 0 to n - 1 into the units or clusters in the order given (clusters in the order of their first unit), and the
 * data of the resample are those drawn, as often as drawn.
 */
export interface Draws {
  readonly typeOf: Int32Array
  readonly starts: Int32Array
  readonly rows: Int32Array
  readonly amounts: Float64Array
}

/** How often each type was drawn in one resample; kept from one resample to the next. */
export type Drawn = Int32Array

export const noneDrawn = (draws: Draws): Drawn => new Int32Array(draws.starts.length - 1)

/** Fills `times` with one resample: as many draws with replacement as there are units or clusters. */
export function draw(draws: Draws, random: NextIndex | SeededRandom, times: Float64Array, drawn: Drawn): void {
  drawn.fill(0)
  if ('tally' in random) random.tally(draws.typeOf, drawn)
  else drawOneByOne(draws.typeOf, random, drawn)
  addUp(draws, drawn, times)
}

function drawOneByOne(typeOf: Int32Array, nextIndex: NextIndex, drawn: Drawn): void {
  const size = typeOf.length
  for (let i = 0; i < size; i++) {
    const type = typeOf[nextIndex(size)] ?? 0
    drawn[type] = (drawn[type] ?? 0) + 1
  }
}

function addUp({ starts, rows, amounts }: Draws, drawn: Drawn, times: Float64Array): void {
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
  return drawsOfClusters(Array.from(rowsOf.values(), one))
}

/**
 * Whole clusters are drawn with all their counts, one for each cell.
 * @throws StatsInputError unless every cluster has so many counts.
 */
export function countDraws(clusters: readonly ArrayLike<number>[], cells: number): Draws {
  return drawsOfClusters(
    clusters.map((counts) => {
      if (counts.length !== cells) {
        throw new StatsInputError('length-mismatch', `a cluster of ${counts.length} counts, ${cells} cells`)
      }
      return one(
        new Map(
          Array.from(counts, (count, cell): [number, number] => [cell, count]).filter(([, count]) => count !== 0),
        ),
      )
    }),
  )
}

/** Clusters alike: how many units each brings to each row, and how many such clusters there are. */
export interface ClusterAmounts {
  readonly amounts: ReadonlyMap<number, number>
  readonly responses: number
}

const one = (amounts: ReadonlyMap<number, number>): ClusterAmounts => ({ amounts, responses: 1 })

/**
 * Whole clusters are drawn; those that stand for several count as so many in a row.
 * @throws StatsInputError unless every number of clusters is a whole number from 0.
 */
export function drawsOfClusters(clusters: readonly ClusterAmounts[]): Draws {
  const found = collectTypes()
  // Clusters that share their amounts are alike without a look.
  const typeByAmounts = new Map<ReadonlyMap<number, number>, number>()
  let size = 0
  const types = clusters.map(({ amounts, responses }) => {
    checkCount(responses)
    size += responses
    const type = typeByAmounts.get(amounts) ?? found.typeOf(amounts)
    typeByAmounts.set(amounts, type)
    return type
  })
  return {
    typeOf: repeated(types, clusters, size),
    starts: Int32Array.from(found.starts),
    rows: Int32Array.from(found.rows),
    amounts: Float64Array.from(found.amounts),
  }
}

function collectTypes() {
  const typeOfKey = new Map<string, number>()
  const starts = [0]
  const rows: number[] = []
  const amounts: number[] = []
  const typeOf = (cluster: ReadonlyMap<number, number>): number => {
    const entries = [...cluster].sort(([a], [b]) => a - b)
    const key = entries.join(';')
    const existingType = typeOfKey.get(key)
    if (existingType !== undefined) return existingType
    for (const [row, amount] of entries) {
      rows.push(row)
      amounts.push(amount)
    }
    starts.push(rows.length)
    typeOfKey.set(key, typeOfKey.size)
    return typeOfKey.size - 1
  }
  return { starts, rows, amounts, typeOf }
}

function repeated(types: readonly number[], clusters: readonly ClusterAmounts[], size: number): Int32Array {
  const typeOf = new Int32Array(size)
  let next = 0
  types.forEach((type, index) => {
    const end = next + (clusters[index]?.responses ?? 0)
    typeOf.fill(type, next, end)
    next = end
  })
  return typeOf
}
