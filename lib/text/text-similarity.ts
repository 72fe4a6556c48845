/** How alike two short texts are, whatever their script; made for claims. */
import { codePoints } from './code-points'
import { editDistance } from './edit-distance'
import { normalizeText } from './normalize'
import { segmentsOf } from './segments'

/**
 * From here on two claims are proposed as the same one. A proposal that is wrong hides a claim behind another, one that
 * is missing only leaves both in sight, so the threshold lies above the half: in published gold three of four claims
 * still reach it after their facts were corrected, while of different claims of one sentence, which share much of their
 * wording, half do. Those find their own partners first, the matching being the best one as a whole.
 */
export const CLAIM_SIMILARITY_THRESHOLD = 0.6

/** The same words in another order are not quite the same text. */
const ANY_ORDER = 0.95

type Counts<Item> = ReadonlyMap<Item, number>

/** A text made ready to be compared with many others. */
export interface ComparableText {
  readonly folded: string
  /** Code points. */
  readonly letters: Int32Array
  readonly letterCounts: Counts<number>
  /** How often each word occurs; empty for a text without words. */
  readonly words: Counts<string>
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

/** `textSimilarity` of every text of the left list (rows) with every one of the right; each is made ready only once. */
export function similarityTable(left: readonly string[], right: readonly string[]): number[][] {
  const columns = right.map(comparableText)
  return left.map(comparableText).map((row) => columns.map((column) => similarityOf(row, column)))
}

/** The text without differences of case, composition and white space, cut into letters and words. */
export function comparableText(text: string): ComparableText {
  const folded = foldText(text)
  const words = Array.from(segmentsOf(folded)).filter(({ isWordLike }) => isWordLike)
  const letters = Int32Array.from(codePoints(folded), (point) => point.codePointAt(0) ?? 0)
  return {
    folded,
    letters,
    letterCounts: counted(letters),
    words: counted(words.map(({ segment }) => segment)),
    wordCount: words.length,
  }
}

/** `textSimilarity` of two texts made ready before. */
export function similarityOf(a: ComparableText, b: ComparableText): number {
  if (a.folded === b.folded) return 1
  const words = ANY_ORDER * sharedWords(a, b)
  if (keptAtMost(a, b) <= words) return words
  return Math.max(words, 1 - editDistance(a.letters, b.letters) / Math.max(a.letters.length, b.letters.length))
}

/** False where the texts' letters and words, in whatever order, show that `similarityOf` stays below `floor`. */
export function mayReach(a: ComparableText, b: ComparableText, floor: number): boolean {
  return ANY_ORDER * sharedWords(a, b) >= floor || keptAtMost(a, b) >= floor
}

/** Upper case first: it makes one of letters that differ only in lower case (ß and ss, the two small sigmas). */
export function foldText(text: string): string {
  const folded = normalizeText(text, 'NFC').toUpperCase().toLowerCase().toUpperCase().toLowerCase()
  return normalizeText(folded, 'NFC').replace(/\s+/g, ' ').trim()
}

function sharedWords(a: ComparableText, b: ComparableText): number {
  const both = a.wordCount + b.wordCount
  return both === 0 ? 0 : (2 * shared(a.words, b.words)) / both
}

/** The share of letters that could be kept at most: those that both texts have. Much cheaper than the distance. */
function keptAtMost(a: ComparableText, b: ComparableText): number {
  return shared(a.letterCounts, b.letterCounts) / Math.max(a.letters.length, b.letters.length)
}

function counted<Item>(items: Iterable<Item>): Counts<Item> {
  const counts = new Map<Item, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

function shared<Item>(a: Counts<Item>, b: Counts<Item>): number {
  let sum = 0
  for (const [item, count] of a) sum += Math.min(count, b.get(item) ?? 0)
  return sum
}
