/** How alike two short texts are, whatever their script; made for claims. */
import { codePoints } from './code-points'
import { editDistance } from './edit-distance'

/**
 * From here on two claims are proposed as the same one. A proposal that is wrong hides a claim behind another, one that
 * is missing only leaves both in sight, so the threshold lies above the half: in published gold three of four claims
 * still reach it after their facts were corrected, while of different claims of one sentence, which share much of their
 * wording, half do. Those find their own partners first, the matching being the best one as a whole.
 */
export const CLAIM_SIMILARITY_THRESHOLD = 0.6

/** The same words in another order are not quite the same text. */
const ANY_ORDER = 0.95

/** A text made ready to be compared with many others. */
export interface ComparableText {
  readonly folded: string
  readonly letters: readonly string[]
  /** How often each word occurs; empty for a text without words. */
  readonly words: ReadonlyMap<string, number>
  readonly wordCount: number
}

/**
 * Between 0 and 1, the same both ways round; 1 for texts that are equal but for case, Unicode composition and white
 * space. The larger of two figures: letters kept (1 - Levenshtein distance / length of the longer), and words shared
 * (2 · shared / words of both, the platform's words), the latter a little less where the order differs.
 */
export function textSimilarity(a: string, b: string): number {
  return similarityOf(comparableText(a), comparableText(b))
}

/** The text without differences of case, composition and white space, cut into letters and words. */
export function comparableText(text: string): ComparableText {
  const folded = foldText(text)
  const words = new Map<string, number>()
  let wordCount = 0
  for (const { segment, isWordLike } of wordSegmenter.segment(folded)) {
    if (!isWordLike) continue
    words.set(segment, (words.get(segment) ?? 0) + 1)
    wordCount++
  }
  return { folded, letters: codePoints(folded), words, wordCount }
}

/** `textSimilarity` of two texts made ready before. */
export function similarityOf(a: ComparableText, b: ComparableText): number {
  if (a.folded === b.folded) return 1
  const words = ANY_ORDER * sharedWords(a, b)
  const [shorter, longer] = [a.letters.length, b.letters.length].toSorted((left, right) => left - right)
  // No more letters can be kept than the shorter text has.
  if (!longer || (shorter ?? 0) / longer <= words) return words
  return Math.max(words, 1 - editDistance(a.letters, b.letters) / longer)
}

/** Upper case first: it makes one of letters that differ only in lower case (ß and ss, the two small sigmas). */
export function foldText(text: string): string {
  const folded = text.normalize('NFC').toUpperCase().toLowerCase().toUpperCase().toLowerCase()
  return folded.normalize('NFC').replace(/\s+/g, ' ').trim()
}

const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function sharedWords(a: ComparableText, b: ComparableText): number {
  let shared = 0
  for (const [word, count] of a.words) shared += Math.min(count, b.words.get(word) ?? 0)
  const both = a.wordCount + b.wordCount
  return both === 0 ? 0 : (2 * shared) / both
}
