/** What follows from FELM answers without being asked: the error type where it is fixed, the response's own label. */
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { responseFactual } from '@/lib/stats/response-factual'
import { contentOf, isFixedDomain } from './content'
import { type ErrorType, errorTypes } from './options'
import { isRemoved } from './questions'

/** The segments of a task, in order. */
export const segmentsOf = (subject: Subject): UnitDraft[] => subject.units.filter(({ kind }) => kind === 'segment')

/** True, false, or null while unlabelled or when the item is removed. */
export function labelOf(answers: Answers, unit: UnitDraft): boolean | null {
  const label = isRemoved(answers) ? null : answerOf(answers, unit.key, 'label')
  return typeof label === 'boolean' ? label : null
}

/** The error type of a segment called false: chosen, or given by the domain; null for all others. */
export function errorTypeOf(subject: Subject, answers: Answers, unit: UnitDraft): ErrorType | null {
  if (labelOf(answers, unit) !== false) return null
  if (isFixedDomain(contentOf(subject.content))) return 'reasoning_error'
  const chosen = answerOf(answers, unit.key, 'errorType')
  return errorTypes.find((type) => type === chosen) ?? null
}

/** Not factual with a segment that is false; factual when every segment is true; null while that is open or there is none. */
export const responseLabelOf = (subject: Subject, answers: Answers): boolean | null =>
  responseFactual(
    segmentsOf(subject).map((unit) => labelOf(answers, unit)),
    'unknown',
  )
