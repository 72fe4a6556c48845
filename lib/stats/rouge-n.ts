import { latinTokens } from './rouge-l'

export interface RougeN {
  /** F-measure of precision and recall, beta = 1. */
  readonly value: number
  readonly precision: number
  readonly recall: number
}

/**
 * ROUGE-N: runs of n words that both texts have, each counted as often as it stands in both, over the candidate's runs
 * (precision) and the reference's (recall). Lin 2004, "ROUGE: A package for automatic evaluation of summaries", as in
 * google-research's rouge_score: lower case, words of a-z and 0-9, no stemming. A text without such a run scores 0.
 */
export function rougeN(reference: string, candidate: string, n: number): RougeN {
  const [expected, candidateRuns] = [runsOf(latinTokens(reference), n), runsOf(latinTokens(candidate), n)]
  const common = commonOf(expected, candidateRuns)
  if (common === 0) return { value: 0, precision: 0, recall: 0 }
  const precision = common / totalOf(candidateRuns)
  const recall = common / totalOf(expected)
  return { value: (2 * precision * recall) / (precision + recall), precision, recall }
}

/** How often each run of n tokens stands in a text. */
export function runsOf(tokens: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let start = 0; start + n <= tokens.length; start++) {
    const run = tokens.slice(start, start + n).join(' ')
    counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  return counts
}

/** How many runs two texts have in common, each as often as in the text that has it less often. */
export function commonOf(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let common = 0
  for (const [run, count] of one) common += Math.min(count, other.get(run) ?? 0)
  return common
}

export function totalOf(counts: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}
