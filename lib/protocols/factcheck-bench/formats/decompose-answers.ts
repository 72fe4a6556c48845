import type { Answers, Json, RecordProblem } from '@/lib/protocols/protocol'
import type { Dialect } from './dialects'
import { parseEvidenceIndex, wordOf } from './evidence-index'
import type { GivenClaim, GivenSentence } from './read-sentence'
import { type Note, noteAbout } from './record-notes'

/** What the first stage's answers are in a record; every label that is missing stays unanswered and is noted. */
export function decomposeAnswers(
  sentences: readonly GivenSentence[],
  dialect: Dialect,
): { answers: Answers; notes: RecordProblem[] } {
  const answers: Answers = {}
  const notes: RecordProblem[] = []
  for (const [index, sentence] of sentences.entries()) {
    const key = `s${index + 1}`
    const claims = claimsOf(sentence)
    answers[key] = answered({
      decontext: sentence.decontext,
      checkworthy: sentence.checkworthy,
      importance: sentence.importance,
      claims: claims.length > 0 ? claims.map((_, n) => ({ key: `${key}.c${n + 1}`, made: 'added', from: [] })) : null,
    })
    for (const [n, claim] of claims.entries()) {
      const { text, type, importance } = claim
      answers[`${key}.c${n + 1}`] = answered({ text, type, importance, setAside: setAsideOf(claim) })
    }
    notes.push(...sentenceNotes(sentence, noteAbout(sentence.path, dialect)))
  }
  return { answers, notes }
}

/** The claims that count: those of a sentence that is to be checked. */
export const claimsOf = ({ checkworthy, claims }: GivenSentence): GivenClaim[] => (checkworthy === 'yes' ? claims : [])

/** Is the claim one that the second stage verifies? */
export const isVerified = (claim: GivenClaim): boolean => claim.type === 'factual' && setAsideOf(claim) === null

/** A factual claim that nobody verified, with the reason where others name evidence. */
function setAsideOf({ type, edit, used }: GivenClaim): string | null {
  if (type !== 'factual' || edit !== null || used === null) return null
  const word = wordOf(parseEvidenceIndex(used))
  if (word === 'not-publicly-checkable') return 'not_publicly_checkable'
  return word === 'commonsense' ? word : null
}

/** The values that say something. */
export function answered(values: Record<string, Json>): Record<string, Json> {
  const says = (value: Json) => value !== null && !(typeof value === 'string' && value.trim() === '')
  return Object.fromEntries(Object.entries(values).filter(([, value]) => says(value)))
}

const STAND_ALONE = 'Nothing, if the sentence can be understood by itself; otherwise write it so that it can.'

function sentenceNotes(
  { text, decontext, checkworthy, importance, claims }: GivenSentence,
  note: Note,
): RecordProblem[] {
  const isUnused = checkworthy !== 'yes' && claims.length > 0
  return [
    ...note(
      !decontext?.trim(),
      'decontext',
      `is ${decontext === null ? 'missing' : 'empty'}${text.trim() === '' ? ', and the file holds no other text of the sentence.' : '; the sentence itself stands in for it.'}`,
    ).map((problem) => ({ ...problem, fix: STAND_ALONE })),
    ...note(checkworthy === null, 'checkworthy', 'is missing; the sentence stays without it.'),
    ...note(importance === null, 'importance', 'is missing; the sentence stays without it.'),
    ...note(isUnused, 'claims', 'are given for a sentence that is not check-worthy, and are not used.'),
    ...note(
      checkworthy === 'yes' && claims.length === 0,
      'claims',
      'are missing although the sentence is check-worthy.',
    ),
    ...(isUnused ? [] : claims).flatMap(({ text: claim, type, importance: weight }, index) => [
      ...note(claim.trim() === '', 'claims', 'is empty.', index),
      ...note(type === null, 'types', 'is missing; the claim stays without its type and is not verified.', index),
      ...note(weight === null, 'importances', 'is missing; the claim stays without it.', index),
    ]),
  ]
}
