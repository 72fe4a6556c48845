export interface RougeL {
  /** F-measure of precision and recall, beta = 1. */
  readonly value: number
  readonly precision: number
  readonly recall: number
}

/**
 * ROUGE-L: the longest common subsequence of words over the candidate's words (precision) and the reference's (recall).
 * Lin 2004, "ROUGE: A package for automatic evaluation of summaries", as in google-research's rouge_score: lower case,
 * words of a-z and 0-9, no stemming. A text without such a word scores 0, which any text beyond the Latin script is.
 */
export function rougeL(reference: string, candidate: string): RougeL {
  const [expected, given] = [latinTokens(reference), latinTokens(candidate)]
  const common = longestCommonSubsequence(expected, given)
  if (common === 0) return { value: 0, precision: 0, recall: 0 }
  const precision = common / given.length
  const recall = common / expected.length
  return { value: (2 * precision * recall) / (precision + recall), precision, recall }
}

/** Words of a-z and 0-9, in lower case. */
export function latinTokens(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

function longestCommonSubsequence(from: readonly string[], to: readonly string[]): number {
  const lengths = new Int32Array(to.length + 1)
  for (const word of from) {
    let diagonal = 0
    for (let column = 1; column <= to.length; column++) {
      const above = lengths[column] ?? 0
      lengths[column] = word === to[column - 1] ? diagonal + 1 : Math.max(above, lengths[column - 1] ?? 0)
      diagonal = above
    }
  }
  return lengths[to.length] ?? 0
}
