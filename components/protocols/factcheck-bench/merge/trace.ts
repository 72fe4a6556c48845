/** Which sentence each stretch of the revised response comes from, and whether the two are in step. Pure. */
import { answerOf } from '@/lib/protocols/completeness'
import { ITEM } from '@/lib/protocols/factcheck-bench/fields'
import { mergeResponse, standingSentence } from '@/lib/protocols/factcheck-bench/merge-response'
import type { Answers, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { codePoints } from '@/lib/text/code-points'
import { placeSentences } from './place-sentences'

/** A stretch of the revised response; `sentence` is null for what belongs to none. `at` is unique in the text. */
export interface Stretch {
  at: number
  text: string
  sentence: string | null
}

export const sentencesOf = (subject: Subject): UnitDraft[] => subject.units.filter(({ kind }) => kind === 'sentence')

/** The whole text as somebody wrote it; null while the merge of the sentences stands. */
export function writtenResponse(answers: Answers): string | null {
  const written = answerOf(answers, ITEM, 'response')
  return typeof written === 'string' ? written : null
}

/** Traced once for all that show it. */
const traced = new WeakMap<Answers, { subject: Subject; stretches: Stretch[] }>()

/** The revised response in stretches: exact where it is the merge, found by their words where it was edited by hand. */
export function traceResponse(subject: Subject, answers: Answers): Stretch[] {
  const cachedTrace = traced.get(answers)
  if (cachedTrace?.subject === subject) return cachedTrace.stretches
  const stretches = findStretches(subject, answers)
  traced.set(answers, { subject, stretches })
  return stretches
}

function findStretches(subject: Subject, answers: Answers): Stretch[] {
  const merged = mergeResponse(subject, answers)
  const written = writtenResponse(answers)
  if (written === null || written === merged.text) {
    const points = codePoints(merged.text)
    return merged.parts.map(({ sentence, start, end }) => ({
      at: start,
      text: points.slice(start, end).join(''),
      sentence,
    }))
  }
  const texts = sentencesOf(subject)
    .map((sentence) => ({ key: sentence.key, text: textIn(written, sentence, answers) }))
    .filter(({ text }) => text !== '')
  return placeSentences(written, texts).map(({ at, text, unit }) => ({ at, text, sentence: unit }))
}

/** What to look for of a sentence: the text it stands with, or its own where it was deleted but is still there. */
function textIn(written: string, sentence: UnitDraft, answers: Answers): string {
  const standing = standingSentence(answers, sentence)
  return standing === '' && written.includes(sentence.text.trim()) ? sentence.text.trim() : standing
}

/** How a sentence stands in the revised response. */
export type Presence = 'as-merged' | 'changed' | 'missing' | 'deleted' | 'still-there'

/** How each sentence stands in the revised response, by key. */
export function presences(subject: Subject, answers: Answers): ReadonlyMap<string, Presence> {
  const found = new Map<string, string>()
  for (const { sentence, text } of traceResponse(subject, answers)) if (sentence !== null) found.set(sentence, text)
  return new Map(
    sentencesOf(subject).map((sentence) => {
      const standing = standingSentence(answers, sentence)
      const text = found.get(sentence.key)
      if (standing === '') return [sentence.key, text === undefined ? 'deleted' : 'still-there']
      if (text === undefined) return [sentence.key, 'missing']
      return [sentence.key, text.trim() === standing.trim() ? 'as-merged' : 'changed']
    }),
  )
}

/** When an answer was last changed, in milliseconds; null when it never was. */
export type ChangedAt = (unit: string, question: string) => number | null

/**
 * The sentences decided or rewritten after the whole text was edited by hand, which does not show it. Where there is no
 * such edit the merge follows by itself, and none is out of step.
 */
export function outOfStep(subject: Subject, answers: Answers, changedAt: ChangedAt): UnitDraft[] {
  const edited = writtenResponse(answers) === null ? null : changedAt(ITEM, 'response')
  if (edited === null) return []
  const present = presences(subject, answers)
  const isLater = (unit: string, question: string) => (changedAt(unit, question) ?? 0) >= edited
  return sentencesOf(subject).filter(({ key }) => {
    const presence = present.get(key)
    if (presence === 'still-there' || presence === 'missing') return isLater(key, 'fate') || isLater(key, 'revised')
    return presence === 'changed' && answerOf(answers, key, 'fate') === 'keep' && isLater(key, 'revised')
  })
}
