/** Nested figures as a flat list, so that each is named by its path, and what is not counted by a pattern of paths. */
import type { Json } from '@/lib/protocols/answers'
import { isJsonRecord } from '@/lib/protocols/record-fields'

/** Every figure with the keys that lead to it. Zeros are left out: of what never occurs, some name the count and some do not. */
export function leavesOf(figures: Json, way: readonly string[] = []): [way: readonly string[], figure: Json][] {
  if (!isJsonRecord(figures)) return figures === 0 ? [] : [[way, figures]]
  return Object.entries(figures).flatMap(([key, inner]) => leavesOf(inner, [...way, key]))
}

/** Does the pattern lead here? Its parts are between dots, `*` any one key; a part that is the last stands for all behind it. */
export function leadsTo(pattern: string, way: readonly string[]): boolean {
  const name = way.join('.')
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.+?')
  return new RegExp(`^${escaped}(\\..*)?$`).test(name)
}
