/** What follows from FELM answers without being asked: the error type where it is fixed. */
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { contentOf, isFixedDomain } from './content'
import { definition } from './definition'

/** The stage's key, and that of the unit that stands for the whole item. */
export const SEGMENTS = 'segments'
export const ITEM = 'item'

const options = definition.stages.flatMap(({ questions }) => questions).find(({ id }) => id === 'errorType')?.options

/** The types of errors as records write them, in the order in which they are asked. */
export const errorTypes: readonly string[] = (options ?? []).map(({ value }) => String(value))

/** Has this annotator thrown the item out? Then nothing else about it is asked. */
export const isRemoved = (answers: Answers): boolean => answerOf(answers, ITEM, 'action') === 'remove'

/** The segments of a task, in order. */
export const segmentsOf = ({ units }: Pick<Subject, 'units'>): UnitDraft[] =>
  units.filter(({ kind }) => kind === 'segment')

/** True, false, or null while unlabelled or when the item is removed. */
export function labelOf(answers: Answers, unit: UnitDraft): boolean | null {
  const label = isRemoved(answers) ? null : answerOf(answers, unit.key, 'label')
  return typeof label === 'boolean' ? label : null
}

/** The error type of a segment called false: chosen, or given by the domain; null for all others. */
export function errorTypeOf(subject: Subject, answers: Answers, unit: UnitDraft): string | null {
  if (labelOf(answers, unit) !== false) return null
  if (isFixedDomain(contentOf(subject.content))) return 'reasoning_error'
  const chosen = answerOf(answers, unit.key, 'errorType')
  return errorTypes.find((type) => type === chosen) ?? null
}
