/** A text in overlapping passages of a few sentences, to be searched and quoted. */
import { codePointLength, codePoints } from './code-points'
import { segmentText } from './segment-text'

/** A stretch of a text; offsets are code points, `end` is the first one after it. */
export interface Passage {
  text: string
  start: number
  end: number
}

export interface Windows {
  /** Sentences in a passage. */
  window: number
  /** Sentences from the beginning of one passage to that of the next. */
  stride: number
  /** Most code points of a passage; a longer sentence is cut between words. */
  maxCharacters: number
}

/** Factcheck-GPT's windows: five sentences, every second one. Their length limit is ours: theirs was on sentences. */
export const STANDARD_WINDOWS: Windows = { window: 5, stride: 2, maxCharacters: 1200 }

/** From here on a text is split into sentences piece by piece: sentence splitters slow down with length (UTF-16 units). */
const LONG = 50_000

/**
 * Sliding windows of sentences. Every sentence is in some passage, none has more sentences or characters than allowed,
 * and passages neither begin nor end with white space. A text without words has none.
 */
export function slidingPassages(text: string, windows: Partial<Windows> = {}): Passage[] {
  const { window, stride, maxCharacters } = { ...STANDARD_WINDOWS, ...windows }
  const sentences = sentenceSpans(text, maxCharacters)
  const passages: Passage[] = []
  for (let from = 0; from < sentences.length; ) {
    const windowSentences = takeSentences(sentences.slice(from, from + window), maxCharacters)
    const first = windowSentences[0]
    const last = windowSentences.at(-1)
    if (!first || !last) break
    // Where the next sentence is too long to join, what is left of the passage before stands in it already.
    if (last.end > (passages.at(-1)?.end ?? 0))
      passages.push({ text: text.slice(first.from, last.to), start: first.start, end: last.end })
    if (from + windowSentences.length >= sentences.length) break
    from += Math.min(Math.max(1, stride), windowSentences.length)
  }
  return passages
}

/** A sentence without the white space around it, in code points (`start`, `end`) and UTF-16 units (`from`, `to`). */
interface Span {
  start: number
  end: number
  from: number
  to: number
}

/** As many sentences from the first on as fit. */
function takeSentences(sentences: readonly Span[], maxCharacters: number): Span[] {
  const first = sentences[0]
  return first ? sentences.filter(({ end }) => end - first.start <= maxCharacters) : []
}

function sentenceSpans(text: string, maxCharacters: number): Span[] {
  const spans: Span[] = []
  let start = 0
  let from = 0
  for (const sentence of pieces(text).flatMap((piece) => segmentText(piece))) {
    for (const part of cutLong(sentence, maxCharacters)) {
      const length = codePointLength(part)
      const words = part.trim()
      if (words !== '') {
        const before = part.length - part.trimStart().length
        // White space lies within the basic plane, so that its length is the same in both units.
        const begin = { start: start + before, from: from + before }
        spans.push({ ...begin, end: begin.start + codePointLength(words), to: begin.from + words.length })
      }
      start += length
      from += part.length
    }
  }
  return spans
}

/** Long texts at line breaks, or at blanks where lines are long. */
function pieces(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > LONG) {
    const head = rest.slice(0, LONG)
    const breakIndex =
      Math.max(head.lastIndexOf('\n'), 0) || Math.max(head.lastIndexOf('. '), 0) || head.lastIndexOf(' ')
    const cut = breakIndex > 0 ? breakIndex + 1 : wholeCharacters(head)
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return rest === '' ? parts : [...parts, rest]
}

/** Not between the halves of a pair. */
const wholeCharacters = (head: string) => (/[\uD800-\uDBFF]$/.test(head) ? head.length - 1 : head.length)

/** A sentence in parts of at most `most` code points, cut after white space where there is any. */
function cutLong(sentence: string, most: number): string[] {
  if (sentence.length <= most) return [sentence]
  const points = codePoints(sentence)
  const parts: string[] = []
  for (let from = 0; from < points.length; ) {
    let to = Math.min(points.length, from + most)
    if (to < points.length) {
      let blank = to
      while (blank > from && !/\s/.test(points[blank - 1] ?? '')) blank--
      if (blank > from) to = blank
    }
    parts.push(points.slice(from, to).join(''))
    from = to
  }
  return parts
}
