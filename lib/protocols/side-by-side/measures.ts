/** Agreement on what is chosen side by side: by method, each item having methods of its own, and by the place as seen. */
import type { Json, Measure } from '@/lib/protocols/protocol'
import { byName, methodsOf } from './methods'

export type Category = Measure['categories'][number]

export const ORDINALS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth'] as const

/** The first of so many things, the second, ..., as categories with the words that `text` makes of these. */
export const ordinalCategories = (count: number, text: (ordinal: string) => string): Category[] =>
  ORDINALS.slice(0, count).map((ordinal) => ({ value: ordinal.toLowerCase(), text: text(ordinal), tone: 'neutral' }))

/** Methods by their place among those of the item, by name. */
export const methodCategories = (count: number): Category[] =>
  ordinalCategories(count, (ordinal) => `${ordinal} method by name`)

/** The category of a method of the item; null where nobody knows it. */
export function methodRating(content: Json, method: string | null): string | null {
  const names = methodsOf(content).map((each) => each.method)
  return method === null ? null : (ORDINALS[names.toSorted(byName).indexOf(method)]?.toLowerCase() ?? null)
}
