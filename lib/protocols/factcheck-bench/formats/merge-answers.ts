import { ITEM } from '@/lib/protocols/factcheck-bench/fields'
import type { Answers, RecordProblem } from '@/lib/protocols/protocol'
import { answered } from './decompose-answers'
import type { Dialect } from './dialects'
import type { GivenSentence } from './read-sentence'
import { COMPLETE_IT, noteAbout } from './record-notes'

/**
 * What the third stage's answers are in a record. A blank text deletes the sentence; `null` (an empty list in the
 * benchmark, where nothing in a response was to be checked) leaves it as it is.
 */
export function mergeAnswers(
  sentences: readonly GivenSentence[],
  response: string | null,
  dialect: Dialect,
): { answers: Answers; notes: RecordProblem[] } {
  const answers: Answers = { [ITEM]: answered({ response }) }
  const notes: RecordProblem[] = []
  for (const [index, { path, revised, claims }] of sentences.entries()) {
    const isLeft = revised === null && claims.length > 0
    const fate = isLeft ? null : revised !== null && revised.trim() === '' ? 'delete' : 'keep'
    answers[`s${index + 1}`] = answered({ fate, revised })
    notes.push(...noteAbout(path, dialect)(isLeft, 'revised', 'is missing; the sentence stays without its end.'))
  }
  if (!response?.trim() && sentences.some(({ revised }) => revised?.trim())) {
    const message = 'revised_response is empty; it is put together from the revised sentences.'
    notes.push({ field: 'revised_response', message, fix: COMPLETE_IT })
  }
  return { answers, notes }
}
