/** Counting what lists hold. */
import type { Json } from '@/lib/protocols/answers'
import type { JsonRecord } from '@/lib/protocols/record-fields'

/** How many there are of each key, those that occur. */
export function countBy<Each>(list: readonly Each[], keyOf: (each: Each) => string): JsonRecord {
  const counts: Record<string, number> = {}
  for (const each of list) counts[keyOf(each)] = (counts[keyOf(each)] ?? 0) + 1
  return counts
}

/** Code points. */
export const lengthIn = (text: Json | undefined): number => [...String(text ?? '')].length

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** As expected_stats.json rounds. */
export const rounded = (number: number, digits = 6): number => Number(number.toFixed(digits))

/** Lists of those with the same key, in the order in which the keys come first. */
export function groupsBy<Each>(list: readonly Each[], keyOf: (each: Each) => string): [key: string, group: Each[]][] {
  const groups = new Map<string, Each[]>()
  for (const each of list) {
    const group = groups.get(keyOf(each))
    if (group) group.push(each)
    else groups.set(keyOf(each), [each])
  }
  return [...groups]
}
