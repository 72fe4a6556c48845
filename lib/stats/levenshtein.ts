import { editDistance } from '@/lib/text/edit-distance'

export interface EditDistance {
  /** Insertions, deletions and replacements of code points. */
  readonly value: number
  /** Divided by the length of the longer text; 0 for two empty texts. */
  readonly normalizedDistance: number
  readonly normalizedSimilarity: number
}

/**
 * Levenshtein's distance between two texts, counted in Unicode code points without normalisation.
 * Levenshtein 1966.
 */
export function levenshtein(a: string, b: string): EditDistance {
  const from = codePoints(a)
  const to = codePoints(b)
  const value = editDistance(from, to)
  const longest = Math.max(from.length, to.length)
  const normalizedDistance = longest === 0 ? 0 : value / longest
  return { value, normalizedDistance, normalizedSimilarity: 1 - normalizedDistance }
}

function codePoints(text: string): Int32Array {
  return Int32Array.from(Array.from(text), (character) => character.codePointAt(0) ?? 0)
}
