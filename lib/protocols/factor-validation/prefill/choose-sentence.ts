/** Which sentences of a document can be the completion of an example. Pure. */

import type { Sentence } from '@/lib/protocols/factor-validation/content'
import { toCodePointOffset } from '@/lib/text/code-points'
import { segmentText } from '@/lib/text/segment-text'

export interface Eligibility {
  /** A sentence has at least so many words. */
  words: number
  /** So many words stand at least before it. */
  prefixWords: number
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** Ends like a sentence: a mark, and what closes quotes and brackets. */
const ENDED = /[.!?…。！？؟।]["”’')\]»]*$/u

/** Most of its words of more than three letters begin with a capital, as in headlines. */
function isTitleCase(words: readonly string[]): boolean {
  const long = words.filter((word) => /\p{L}{4,}/u.test(word))
  return long.length > 2 && long.filter((word) => /^\P{L}*\p{Lu}/u.test(word)).length > 0.7 * long.length
}

/** Headlines end without a mark, or are written with capitals. */
function isHeadline(text: string): boolean {
  return !ENDED.test(text) || isTitleCase(wordsOf(text)) || !/\p{Ll}|\p{Lo}/u.test(text)
}

/**
 * The sentences of a document, as code points, that are long enough, are no headline, and have a prefix. The first never
 * has one. A line of its own is cut from the sentence behind it: sentences go on over line breaks, headlines do not end.
 */
export function eligibleSentences(text: string, { words, prefixWords }: Eligibility): Sentence[] {
  const found: Sentence[] = []
  let at = 0
  for (const slice of segmentText(text)) {
    const from = at + sentenceStart(slice)
    const to = at + slice.trimEnd().length
    at += slice.length
    const sentence = text.slice(from, to)
    const own = wordsOf(sentence).length
    const before = wordsOf(text.slice(0, from)).length
    if (own < words || before < Math.max(1, prefixWords) || isHeadline(sentence)) continue
    const start = toCodePointOffset(text, from)
    found.push({ start, end: start + toCodePointOffset(sentence, sentence.length) })
  }
  return found
}

/** Behind the last empty line or headline within what the splitter took for one sentence. */
function sentenceStart(slice: string): number {
  const trimmed = slice.trimEnd()
  const last = trimmed.lastIndexOf('\n')
  const line = trimmed.slice(last + 1)
  // A sentence that was wrapped goes on with a small letter; a new line with a capital begins a sentence.
  const begins = last >= 0 && /^\s*["“‘(]?(\p{Lu}|\p{Lo}|\p{N})/u.test(line)
  const from = begins ? last + 1 : 0
  return from + (slice.slice(from).length - slice.slice(from).trimStart().length)
}

/** A number from a text, the same on every machine: FNV-1a over its UTF-16 units. */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}
