/** The revised response: its sentences as they stand, in original order, with what stood between them. */
import type { Answers, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { codePointLength } from '@/lib/text/code-points'
import { placeFuzzily } from '@/lib/text/place-fuzzily'
import { contentOf } from './content'
import { chosen, written } from './fields'
import { mergeSentence } from './merge-sentences'

/** Where a sentence goes: is nothing left before it, and nothing after it? */
interface SentenceEnds {
  isFirst: boolean
  isLast: boolean
}

/**
 * What stays of the two texts around a sentence that goes. A text without letters separates, and one of two separators is
 * enough: at the start of the response that before it, at the end that after it; otherwise the one with a mark such as a
 * bullet or a number, then the one with more line breaks, then the first. A text with letters always stays.
 */
export function joinSeparators(before: string, after: string, { isFirst, isLast }: SentenceEnds): string {
  if (hasLetters(before) && hasLetters(after)) {
    const [left, right] = [before.trimEnd(), after.trimStart()]
    const between = { isFirst: false, isLast: false }
    return (
      left + joinSeparators(before.slice(left.length), after.slice(0, after.length - right.length), between) + right
    )
  }
  if (hasLetters(before)) return isLast ? before + after : before
  if (hasLetters(after)) return isFirst ? before + after : after
  if (isLast) return after
  if (isFirst || hasMark(before)) return before
  return hasMark(after) || lineBreaks(after) > lineBreaks(before) ? after : before
}

const hasLetters = (text: string) => /\p{L}/u.test(text)
const hasMark = (text: string) => /\S/u.test(text)
const lineBreaks = (text: string) => text.split(/\r\n|\r|\n/u).length

/** A stretch of the merged text in code points, end exclusive; `sentence` is null for what stands between sentences. */
export interface MergedPart {
  sentence: string | null
  start: number
  end: number
}

export interface MergedResponse {
  text: string
  parts: MergedPart[]
}

/** A sentence in the response: what stands before it and what it becomes, empty when it goes. */
interface PlacedSentence {
  key: string
  before: string
  becomes: string
}

/** The sentence as it stands, without outer blanks: as written, as merged automatically, or empty when deleted. */
export function standingSentence(answers: Answers, sentence: UnitDraft): string {
  const fate = chosen(answers, sentence.key, 'fate')
  if (fate === 'delete') return ''
  const revisedText = fate === 'keep' ? written(answers, sentence.key, 'revised') : null
  return revisedText ?? mergeSentence(sentence).trim()
}

/** The whole response from its sentences; every stretch tells which sentence it comes from. */
export function mergeResponse(subject: Subject, answers: Answers): MergedResponse {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  const { placed, after } = placeSentences(contentOf(subject.content).response, sentences, answers)
  const texts: Stretch[] = []
  let gap = placed[0]?.before ?? after
  let isFirst = true
  placed.forEach(({ key, becomes }, index) => {
    const next = placed[index + 1]?.before ?? after
    if (becomes === '') {
      gap = joinSeparators(gap, next, { isFirst, isLast: index === placed.length - 1 })
      return
    }
    texts.push({ sentence: null, text: gap }, { sentence: key, text: becomes })
    gap = next
    isFirst = false
  })
  return withOffsets([...texts, { sentence: null, text: gap }])
}

type Stretch = Omit<MergedPart, 'start' | 'end'> & { text: string }

function withOffsets(texts: readonly Stretch[]): MergedResponse {
  let end = 0
  const parts = texts
    .filter(({ text }) => text !== '')
    .map(({ sentence, text }) => {
      const start = end
      end += codePointLength(text)
      return { sentence, start, end }
    })
  return { text: texts.map(({ text }) => text).join(''), parts }
}

/**
 * Where each sentence stands in the response; blanks at its ends count as standing between sentences. One that is not
 * found stands behind the one before it.
 */
function placeSentences(response: string, sentences: readonly UnitDraft[], answers: Answers) {
  const found = new Map<string | null, { before: string; text: string }>()
  let before = ''
  for (const { unit, text } of placeFuzzily(response, sentences)) {
    const sentenceText = unit === null ? '' : text.trim()
    if (sentenceText === '') before += text
    else {
      found.set(unit, { before: before + leading(text), text: sentenceText })
      before = trailing(text)
    }
  }
  const placed = sentences.map((sentence, index): PlacedSentence => {
    const place = found.get(sentence.key)
    const standing = standingSentence(answers, sentence)
    if (!place) return { key: sentence.key, before: index === 0 ? '' : ' ', becomes: standing }
    // The response may spell an unchanged sentence a little differently from the record's list of sentences.
    const becomes = standing === sentence.text.trim() ? place.text : standing
    return { key: sentence.key, before: place.before, becomes }
  })
  return { placed, after: before }
}

const leading = (text: string) => text.slice(0, text.length - text.trimStart().length)
const trailing = (text: string) => text.slice(text.trimEnd().length)
