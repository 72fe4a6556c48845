import { codePoints } from './code-points'
import type { Passage } from './passages'

/**
 * The text in chunks of at most `most` tokens, one after the other: put together they are the text. Cut between words;
 * within one only where a word alone is longer. A single character of more tokens than that is a chunk of its own.
 */
export function tokenChunks(text: string, countTokens: (text: string) => number, most: number): Passage[] {
  const words = text.match(/\s*\S+|\s+$/gu) ?? []
  const chunks: Passage[] = []
  let start = 0
  const add = (chunk: string) => {
    const end = start + codePoints(chunk).length
    chunks.push({ text: chunk, start, end })
    start = end
  }
  for (let from = 0; from < words.length; ) {
    const wordCount = longestFit(words, from, most, countTokens)
    if (wordCount > 0) add(words.slice(from, from + wordCount).join(''))
    else cutWord(words[from] ?? '', most, countTokens).forEach(add)
    from += Math.max(1, wordCount)
  }
  return chunks
}

function cutWord(word: string, most: number, countTokens: (text: string) => number): string[] {
  const points = codePoints(word)
  const parts: string[] = []
  for (let from = 0; from < points.length; ) {
    const pointCount = Math.max(1, longestFit(points, from, most, countTokens))
    parts.push(points.slice(from, from + pointCount).join(''))
    from += pointCount
  }
  return parts
}

/** How many parts from `from` on have at most `most` tokens together: doubled until too many, then halved in between. */
function longestFit(
  parts: readonly string[],
  from: number,
  most: number,
  countTokens: (text: string) => number,
): number {
  const left = parts.length - from
  const fits = (count: number) => countTokens(parts.slice(from, from + count).join('')) <= most
  let good = 0
  let bad = 1
  while (bad <= left && fits(bad)) {
    good = bad
    bad = Math.min(left + 1, bad * 2)
  }
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (fits(middle)) good = middle
    else bad = middle
  }
  return good
}
