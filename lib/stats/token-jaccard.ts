import { latinTokens } from './rouge-l'

/**
 * Jaccard's index of the sets of words of a-z and 0-9, in lower case: shared / all. Jaccard 1912, New Phytol. 11:37.
 * 0 for two texts without such a word (any text beyond the Latin script): nothing says that they are alike.
 */
export function tokenJaccard(a: string, b: string): number {
  const left = new Set(latinTokens(a))
  const right = new Set(latinTokens(b))
  const shared = [...left].filter((word) => right.has(word)).length
  const all = left.size + right.size - shared
  return all === 0 ? 0 : shared / all
}
