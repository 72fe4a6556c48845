import { segmentText } from '@/lib/text/segment-text'

/** So many words between blanks are read (VeriScore, 3.1). */
const MOST_WORDS = 300

/** Words between blanks. */
export const blankWords = (text: string): number => text.match(/\S+/gu)?.length ?? 0

/**
 * Where a text is cut for reading, in UTF-16 units: behind the last sentence that ends within 300 words; behind the 300th
 * word where the first sentence is longer than that.
 */
export function cutAt(text: string): number {
  const words = Array.from(text.matchAll(/\S+/gu), ({ 0: word, index }) => index + word.length)
  const limit = words[MOST_WORDS - 1]
  if (limit === undefined || words.length === MOST_WORDS) return text.length
  let end = 0
  // The sentence that goes beyond the limit is whole within what follows it for a while.
  for (const sentence of segmentText(text)) {
    const next = end + sentence.length
    if (end + sentence.trimEnd().length > limit) break
    end = next
  }
  return end === 0 ? limit : text.slice(0, end).trimEnd().length
}
