/** Texts that say the same twice, such as the sentences of a response put together from corrected claims. */
import { comparableText, mayReach, similarityOf } from './text-similarity'

/** Indexes into the list of texts, `left` before `right`. */
export interface Duplicate {
  left: number
  right: number
  kind: 'exact' | 'near'
}

/**
 * From here on texts are near duplicates. Much above the threshold for pairs of claims, because nobody asked whether the
 * texts are the same: of different claims of one published sentence fewer than one in ten pairs reach it.
 */
export const NEAR_DUPLICATE_THRESHOLD = 0.85

/**
 * Pairs of texts that are equal but for white space, case and Unicode composition (`exact`), or alike (`near`, by
 * `textSimilarity`), in the order of the list. Blank texts are no duplicates of anything.
 */
export function findDuplicates(texts: readonly string[]): Duplicate[] {
  const comparable = texts.map(comparableText)
  return comparable.flatMap((one, left) =>
    comparable.slice(left + 1).flatMap((other, offset): Duplicate[] => {
      const right = left + 1 + offset
      if (one.folded === '' || other.folded === '') return []
      if (one.folded === other.folded) return [{ left, right, kind: 'exact' }]
      const isNear =
        mayReach(one, other, NEAR_DUPLICATE_THRESHOLD) && similarityOf(one, other) >= NEAR_DUPLICATE_THRESHOLD
      return isNear ? [{ left, right, kind: 'near' }] : []
    }),
  )
}
