/** Whole responses as the bootstrap draws them. Pure. */
import type { Draws } from '@/lib/stats/draws'
import type { Rated } from './pattern-tables'

/**
 * Responses that were rated alike share a type: the patterns of its units, each as often as there are such units.
 * `typeOf` has one entry for each response, in the order of the tasks' positions.
 */
export interface Clusters {
  readonly patterns: readonly Rated[]
  readonly types: readonly (readonly number[])[]
  readonly typeOf: Int32Array
}

/**
 * The draws by which responses are resampled: each type adds one at `placesOf` each of its units' patterns. Responses
 * that add nothing are no responses of this figure and are not drawn.
 */
export function drawsOfClusters({ types, typeOf }: Clusters, placesOf: readonly ArrayLike<number>[]): Draws {
  const starts = [0]
  const rows: number[] = []
  const amounts: number[] = []
  const keyOf = new Map<string, number>()
  const kept = types.map((patterns) => {
    const added = amountsOf(patterns, placesOf)
    if (added.length === 0) return -1
    const key = added.join(';')
    const known = keyOf.get(key)
    if (known !== undefined) return known
    for (const [row, amount] of added) {
      rows.push(row)
      amounts.push(amount)
    }
    starts.push(rows.length)
    keyOf.set(key, keyOf.size)
    return keyOf.size - 1
  })
  return {
    typeOf: typeOf.map((type) => kept[type] ?? -1).filter((type) => type >= 0),
    starts: Int32Array.from(starts),
    rows: Int32Array.from(rows),
    amounts: Float64Array.from(amounts),
  }
}

function amountsOf(patterns: readonly number[], placesOf: readonly ArrayLike<number>[]): [number, number][] {
  const amounts = new Map<number, number>()
  for (const pattern of patterns)
    for (const place of Array.from(placesOf[pattern] ?? [])) amounts.set(place, (amounts.get(place) ?? 0) + 1)
  return [...amounts].sort(([a], [b]) => a - b)
}
