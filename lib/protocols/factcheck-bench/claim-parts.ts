/** Which part of a claim a passage speaks of, as far as words tell. */
import { segmentsOf } from '@/lib/text/segments'

/** Words that say nothing about which part is meant. */
const COMMON = new Set(
  'a an and are as at be been by did do does for from had has have he her his in into is it its of on or she than that the their there they this to was were which who will with'.split(
    ' ',
  ),
)

function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmentsOf(text.toLowerCase(), 'word', 'en')) {
    if (isWordLike && !COMMON.has(segment)) words.push(segment)
  }
  return words
}

/** The claim's words, common ones left out, that the passage mentions in the same form. */
export function claimPart(claim: string, passage: string): Set<string> {
  const mentioned = new Set(wordsOf(passage))
  return new Set(wordsOf(claim).filter((word) => mentioned.has(word)))
}

/**
 * Do refuting and partially supporting passages speak of the same part? A passage that refutes says something else in
 * place of a part, so the refuted part is the claim's words that no refuting passage mentions. It is the same part if a
 * supporting passage mentions one of them; null, not to be told, if the refuting ones mention every word.
 */
export function partsMeet(
  refuting: readonly { part: ReadonlySet<string> }[],
  supporting: readonly { part: ReadonlySet<string> }[],
  words: ReadonlySet<string>,
): boolean | null {
  const refuted = [...words].filter((word) => !refuting.some(({ part }) => part.has(word)))
  if (refuted.length === 0) return null
  return supporting.some(({ part }) => refuted.some((word) => part.has(word)))
}
