/** Whole responses as the bootstrap draws them. Pure. */
import type { Draws } from '@/lib/stats/draws'
import type { Rated } from './pattern-tables'

/** How many of a response's units are of which kind. */
export type ClusterType = readonly (readonly [kind: number, units: number])[]

/** Responses that are alike share a type. `typeOf` has one entry for each response, in the order of positions. */
export interface TypedResponses {
  readonly types: readonly ClusterType[]
  readonly typeOf: ArrayLike<number>
}

/** Responses whose units are told apart by how they were rated: the kinds are indexes of patterns. */
export interface Clusters extends TypedResponses {
  readonly patterns: readonly Rated[]
}

/**
 * The draws by which responses are resampled: each unit adds one at all `placesOf` its kind. Responses that add nothing
 * are no responses of this figure and are not drawn.
 */
export function drawsOfClusters({ types, typeOf }: TypedResponses, placesOf: readonly ArrayLike<number>[]): Draws {
  const starts = [0]
  const rows: number[] = []
  const amounts: number[] = []
  const keyOf = new Map<string, number>()
  const kept = types.map((type) => {
    const added = amountsOf(type, placesOf)
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
    typeOf: Int32Array.from(typeOf, (type) => kept[type] ?? -1).filter((type) => type >= 0),
    starts: Int32Array.from(starts),
    rows: Int32Array.from(rows),
    amounts: Float64Array.from(amounts),
  }
}

function amountsOf(type: ClusterType, placesOf: readonly ArrayLike<number>[]): [number, number][] {
  const amounts = new Map<number, number>()
  for (const [kind, units] of type)
    for (const place of Array.from(placesOf[kind] ?? [])) amounts.set(place, (amounts.get(place) ?? 0) + units)
  return [...amounts].sort(([a], [b]) => a - b)
}

/** How many units of each kind there are in all responses together. */
export function unitsOfKinds({ types, typeOf }: TypedResponses, kinds: number): Float64Array {
  const responses = new Float64Array(types.length)
  for (const type of Array.from(typeOf)) responses[type] = (responses[type] ?? 0) + 1
  const units = new Float64Array(kinds)
  types.forEach((type, index) => {
    for (const [kind, count] of type) units[kind] = (units[kind] ?? 0) + count * (responses[index] ?? 0)
  })
  return units
}
