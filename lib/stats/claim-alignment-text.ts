import { type ClaimAlignment, claimAlignment } from './claim-alignment'
import { levenshtein } from './levenshtein'
import { latinTokens } from './rouge-l'

/**
 * Jaccard's index of the sets of words of a-z and 0-9, in lower case: shared / all. Jaccard 1912, New Phytol. 11:37.
 * 0 for two texts without such a word (any text beyond the Latin script): nothing says that they are alike.
 */
function tokenJaccard(a: string, b: string): number {
  const left = new Set(latinTokens(a))
  const right = new Set(latinTokens(b))
  const shared = [...left].filter((word) => right.has(word)).length
  const all = left.size + right.size - shared
  return all === 0 ? 0 : shared / all
}

/** How alike two claims are, from 0 to 1; the second counts for every script. */
export type ClaimTextSimilarity = 'token_jaccard' | 'normalized_levenshtein'

const SIMILARITIES: Record<ClaimTextSimilarity, (a: string, b: string) => number> = {
  token_jaccard: tokenJaccard,
  normalized_levenshtein: (a, b) => levenshtein(a, b).normalizedSimilarity,
}

export interface ClaimTextAlignment extends ClaimAlignment {
  /** Rows are the claims of the left list, columns those of the right. */
  readonly similarity: readonly (readonly number[])[]
}

/**
 * `claimAlignment` of two lists of claims by their texts.
 * @throws StatsInputError if the threshold is not a number.
 */
export function claimAlignmentText(
  left: readonly string[],
  right: readonly string[],
  options: { readonly similarity: ClaimTextSimilarity; readonly threshold: number },
): ClaimTextAlignment {
  const similarity = left.map((a) => right.map((b) => SIMILARITIES[options.similarity](a, b)))
  const alignment = claimAlignment(similarity, { threshold: options.threshold, rightCount: right.length })
  return { ...alignment, similarity }
}
