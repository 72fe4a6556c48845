import type { Estimate } from './result'

/**
 * Share of the words of the longer text (of `a` if they are equally long) that occur anywhere in the shorter one, each
 * occurrence counted. Words stand between white space and differ by case. Factcheck-Bench's measure of how much a
 * revision keeps (Wang et al. 2024, `eval_utils.word_overlap`, there rounded to three decimals).
 * Undefined: `empty` if neither text has a word.
 */
export function wordOverlap(a: string, b: string): Estimate {
  const [wordsOfA, wordsOfB] = [wordsOf(a), wordsOf(b)]
  const [longer, shorter] = wordsOfA.length >= wordsOfB.length ? [wordsOfA, wordsOfB] : [wordsOfB, wordsOfA]
  if (longer.length === 0) return { value: null, reason: 'empty' }
  const shorterWords = new Set(shorter)
  return { value: longer.filter((word) => shorterWords.has(word)).length / longer.length }
}

/** What stands between white space. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
