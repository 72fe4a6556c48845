/** Where the workbench goes next: pure, so that the keys' journey through a document can be tested without a page. */
import { askedQuestions, nextMissing } from '@/lib/annotations/rules'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'

/** A unit, and the field in it that takes the focus; null means the unit as such. */
export interface Place {
  unit: string
  question: string | null
}

/** The kind of unit that stands for the whole item: always in sight, and last on the way through. */
const WHOLE = 'item'

export const isWhole = (unit: UnitDraft) => unit.kind === WHOLE

/** The units in the order in which one works through them: parts first, the whole last. */
export function workOrder(subject: Subject): Subject {
  const parts = subject.units.filter((unit) => !isWhole(unit))
  return { ...subject, units: [...parts, ...subject.units.filter(isWhole)] }
}

/** The unit to open first: the first with something missing, else the first. */
export function firstUnit(stage: Stage, subject: Subject, answers: Answers): string {
  const ordered = workOrder(subject)
  return nextMissing(stage, ordered, answers, null) ?? ordered.units[0]?.key ?? ''
}

/** The neighbour of a unit in work order; at the ends, the unit itself. */
export function neighbour(subject: Subject, unit: string, step: 1 | -1): string {
  const keys = workOrder(subject).units.map(({ key }) => key)
  return keys[keys.indexOf(unit) + step] ?? unit
}

/** Where to go on from a unit that is done: to what is missing further on, else to the next unit. */
export function onward(stage: Stage, subject: Subject, answers: Answers, unit: string): string {
  const missing = nextMissing(stage, workOrder(subject), answers, unit)
  return missing !== null && missing !== unit ? missing : neighbour(subject, unit, 1)
}

/**
 * Where a fresh answer leads. An incomplete verdict stays and, if a text is what it lacks, goes there; a complete one
 * goes on. An answer elsewhere than in the open unit moves nothing, unless it raises a question there.
 */
export function placeAfter(
  stage: Stage,
  subject: Subject,
  answers: Answers,
  open: string,
  answered: string,
): Place | null {
  const unit = subject.units.find(({ key }) => key === answered)
  if (!unit) return null
  const lacking = askedQuestions(stage, subject, answers, unit).find(
    (question) => question.required && answerOf(answers, unit.key, question.key) === null,
  )
  if (lacking) return { unit: answered, question: lacking.form === 'text' ? lacking.key : null }
  return answered === open ? { unit: onward(stage, subject, answers, open), question: null } : null
}
