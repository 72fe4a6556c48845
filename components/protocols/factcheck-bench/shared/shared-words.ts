import { normalizeText } from '@/lib/text/normalize'
import { segmentsOf } from '@/lib/text/segments'

/** A stretch of a text; `isShared`: a word that another text has as well. */
export interface WordPiece {
  at: number
  text: string
  isShared: boolean
}

const fold = (word: string) => normalizeText(word, 'NFKC').toLowerCase()

/** The shortest word of Latin script worth a mark; shorter ones are mostly articles and prepositions. */
const SHORTEST_LATIN = 4

/** Does the word carry meaning enough to be marked? Numbers always do. */
function tells(word: string): boolean {
  if (/\p{N}/u.test(word)) return true
  return /^\p{Script=Latin}+$/u.test(word) ? word.length >= SHORTEST_LATIN : word.length >= 2
}

/** The words of a text by which another is compared with it, in whatever script. */
export function tellingWords(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { segment, isWordLike } of segmentsOf(text)) {
    const word = fold(segment)
    if (isWordLike && tells(word)) words.add(word)
  }
  return words
}

/** The text in pieces that make it up, words of the other text told apart. */
export function sharedPieces(text: string, words: ReadonlySet<string>): WordPiece[] {
  const pieces: WordPiece[] = []
  for (const { segment, index, isWordLike } of segmentsOf(text)) {
    const isShared = isWordLike && words.has(fold(segment))
    const last = pieces.at(-1)
    if (last && last.isShared === isShared && !isShared) last.text += segment
    else pieces.push({ at: index, text: segment, isShared })
  }
  return pieces
}
