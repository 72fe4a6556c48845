import type { Span } from '@/lib/protocols/protocol'
import { toCodePointOffset } from '@/lib/text/code-points'
import { segmentsOf } from '@/lib/text/segments'
import { foldText } from '@/lib/text/text-similarity'

/** Below this share of common words a place is a guess, and none is proposed. */
const LEAST = 0.4
/** A sentence with more words in common with the claim is not searched through. */
const MOST_WORDS = 150

/**
 * Where a sentence makes a claim, as far as words tell: the stretch of the sentence that has most words in common with
 * the claim for its length (F1 over words, each counted as often as it occurs). Null where too few are common. Code points.
 */
export function proposeSpan(sentence: string, claim: string): Span | null {
  const wanted = counts(wordsOf(claim).map(({ word }) => word))
  const total = [...wanted.values()].reduce((sum, count) => sum + count, 0)
  const words = wordsOf(sentence)
  const hits = words.flatMap(({ word }, index) => (wanted.has(word) ? [index] : [])).slice(0, MOST_WORDS)
  let best: { from: number; to: number; score: number } | null = null
  for (const [at, from] of hits.entries()) {
    const left = new Map(wanted)
    let common = 0
    for (const to of hits.slice(at)) {
      const word = words[to]?.word ?? ''
      const rest = left.get(word) ?? 0
      if (rest > 0) common += 1
      left.set(word, rest - 1)
      const score = (2 * common) / (total + to - from + 1)
      if (!best || score > best.score) best = { from, to, score }
    }
  }
  const [first, last] = [words[best?.from ?? -1], words[best?.to ?? -1]]
  if (!best || best.score < LEAST || !first || !last) return null
  return { start: toCodePointOffset(sentence, first.start), end: toCodePointOffset(sentence, last.end) }
}

function wordsOf(text: string): { word: string; start: number; end: number }[] {
  return [...segmentsOf(text)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike ? [{ word: foldText(segment), start: index, end: index + segment.length }] : [],
  )
}

function counts(words: readonly string[]): Map<string, number> {
  const counted = new Map<string, number>()
  for (const word of words) counted.set(word, (counted.get(word) ?? 0) + 1)
  return counted
}
