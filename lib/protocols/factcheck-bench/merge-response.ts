/** The revised response: its sentences as they stand, in original order, with what stood between them. */

import type { Answers, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { codePointLength } from '@/lib/text/code-points'
import { placeUnits } from '@/lib/text/place-units'
import { contentOf } from './content'
import { chosen, written } from './fields'
import { joinSeparators } from './join-separators'
import { mergeSentence } from './merge-sentences'

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

/** A sentence in the response: what stands before it, its own text there, and what it becomes ('' when deleted). */
interface PlacedSentence {
  key: string
  before: string
  becomes: string
}

/** The sentence as it stands, without outer blanks: as written, as merged automatically, or empty when deleted. */
export function standingSentence(answers: Answers, sentence: UnitDraft): string {
  const fate = chosen(answers, sentence.key, 'fate')
  if (fate === 'delete') return ''
  const own = fate === 'keep' ? written(answers, sentence.key, 'revised') : null
  return own ?? mergeSentence(sentence).trim()
}

/** The whole response from its sentences; every stretch tells which sentence it comes from. */
export function mergeResponse(subject: Subject, answers: Answers): MergedResponse {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  const { response } = contentOf(subject.content)
  const { placed, after } = placeSentences(response, sentences, answers)
  const texts: { sentence: string | null; text: string }[] = []
  let gap = ''
  placed.forEach(({ key, before, becomes }, index) => {
    const place = { isFirst: !texts.some(({ sentence }) => sentence !== null), isLast: false }
    gap = index === 0 ? before : gap
    if (becomes !== '') {
      texts.push({ sentence: null, text: gap }, { sentence: key, text: becomes })
      gap = placed[index + 1]?.before ?? after
    } else {
      const isLast = index === placed.length - 1
      gap = joinSeparators(gap, placed[index + 1]?.before ?? after, { ...place, isLast })
    }
  })
  texts.push({ sentence: null, text: placed.length === 0 ? after : gap })
  return withOffsets(texts)
}

function withOffsets(texts: readonly { sentence: string | null; text: string }[]): MergedResponse {
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

/** Where each sentence stands in the response; blanks at its ends count as standing between sentences. */
function placeSentences(response: string, sentences: readonly UnitDraft[], answers: Answers) {
  const pieces = placeUnits(response, sentences)
  const placed: PlacedSentence[] = []
  if (!pieces) {
    for (const sentence of sentences) {
      placed.push({
        key: sentence.key,
        before: placed.length === 0 ? '' : ' ',
        becomes: standingSentence(answers, sentence),
      })
    }
    return { placed, after: '' }
  }
  const byKey = new Map(sentences.map((sentence) => [sentence.key, sentence]))
  let before = ''
  for (const { unit, text } of pieces) {
    const sentence = unit === null ? undefined : byKey.get(unit)
    if (!sentence) {
      before += text
      continue
    }
    const standing = standingSentence(answers, sentence)
    const becomes = standing === sentence.text.trim() ? text.trim() : standing
    placed.push({ key: sentence.key, before: before + leading(text), becomes })
    before = trailing(text)
  }
  return { placed, after: before }
}

const leading = (text: string) => text.slice(0, text.length - text.trimStart().length)
const trailing = (text: string) => text.slice(text.trimEnd().length)
