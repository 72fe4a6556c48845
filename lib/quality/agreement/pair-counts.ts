/** Every two raters with common units, from folded responses. Pure. */
import { type Clusters, unitsOfKinds } from './clusters'
import { cellsOfPair } from './intervals'
import type { PairCounts } from './pairs'

/** A pair by the numbers in the patterns. */
export interface NumberedPair extends Omit<PairCounts, 'first' | 'second'> {
  numbers: readonly [number, number]
  /** For every pattern, the cell in which its units count; -1 for none. */
  cellOf: readonly number[]
}

/** The pairs that `wanted` says yes to, in the order of their numbers. */
export function countPairs(
  q: number,
  clusters: Clusters,
  wanted: (first: number, second: number) => boolean,
): NumberedPair[] {
  const { patterns } = clusters
  const units = unitsOfKinds(clusters, patterns.length)
  const ofTypes = responsesOfTypes(clusters)
  return listPairs(clusters, wanted).map((numbers) => {
    const cellOf = cellsOfPair(q, patterns, numbers)
    const confusion = Array.from({ length: q }, () => Array<number>(q).fill(0))
    cellOf.forEach((cell, pattern) => {
      const row = cell < 0 ? undefined : confusion[Math.floor(cell / q)]
      if (row) row[cell % q] = (row[cell % q] ?? 0) + (units[pattern] ?? 0)
    })
    const responses = clusters.types.reduce(
      (sum, type, index) => sum + (type.some(([kind]) => (cellOf[kind] ?? -1) >= 0) ? (ofTypes[index] ?? 0) : 0),
      0,
    )
    return { numbers, cellOf, confusion, responses }
  })
}

function responsesOfTypes({ types, typeOf }: Clusters): Float64Array {
  const responses = new Float64Array(types.length)
  for (const type of Array.from(typeOf)) responses[type] = (responses[type] ?? 0) + 1
  return responses
}

function listPairs({ patterns }: Clusters, wanted: (first: number, second: number) => boolean): [number, number][] {
  const found = new Map<string, [number, number]>()
  for (const { raters } of patterns)
    raters.forEach((first, index) => {
      for (const second of raters.slice(index + 1))
        if (wanted(first, second)) found.set(`${first} ${second}`, [first, second])
    })
  return [...found.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1])
}
