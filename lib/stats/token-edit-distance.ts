import { editDistance } from '@/lib/text/edit-distance'
import { wordsOf } from './word-overlap'

export interface TokenEditDistance {
  /** Words inserted, deleted or replaced. */
  readonly value: number
  /** Divided by the number of words of the longer text; 0 for two texts without words. */
  readonly normalized: number
  readonly tokensA: number
  readonly tokensB: number
}

/** Levenshtein's distance in words, which stand between white space and differ by case. Levenshtein 1966. */
export function tokenEditDistance(a: string, b: string): TokenEditDistance {
  const codes = new Map<string, number>()
  const [from, to] = [codesOf(a, codes), codesOf(b, codes)]
  const longest = Math.max(from.length, to.length)
  const value = editDistance(from, to)
  return { value, normalized: longest === 0 ? 0 : value / longest, tokensA: from.length, tokensB: to.length }
}

function codesOf(text: string, codes: Map<string, number>): Int32Array {
  return Int32Array.from(wordsOf(text), (word) => {
    const code = codes.get(word) ?? codes.size
    codes.set(word, code)
    return code
  })
}
