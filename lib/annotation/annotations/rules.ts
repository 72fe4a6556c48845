/** Pure decisions of the annotation room: what a value must be, how far the work is. */
import { answerOf, findings, isAsked } from '@/lib/protocols/completeness'
import { withMadeUnits } from '@/lib/protocols/made-units'
import { outsideProblem } from '@/lib/protocols/marked-spans'
import type { Answers, Json, Question, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import type { AnswerCause } from './contract'

/**
 * What is wrong with a value for a question, in a sentence; null when it may be saved. Clearing is always allowed. `subject`: what is asked
 * about, where it is at hand; spans have to lie in its texts.
 */
export function problemWith(question: Question, value: Json, subject?: Pick<Subject, 'content'>): string | null {
  if (value === null) return null
  const checked = (question.draft ?? question.schema).safeParse(value)
  if (!checked.success) return checked.error.issues[0]?.message ?? 'This value is not allowed.'
  return subject ? outsideProblem(question, subject, value) : null
}

/** Answers by unit and question as one sees them: the server's, with this device's unsent changes laid over them. */
export function shownAnswers(
  saved: readonly { unit: string; question: string; value: Json }[],
  unsent: readonly { unit: string; question: string; value: Json }[],
): Answers {
  const answers: Answers = {}
  for (const { unit, question, value } of [...saved, ...unsent]) answers[unit] = { ...answers[unit], [question]: value }
  return answers
}

/** A change to a field as a form makes it. */
export interface AnswerChange {
  unit: string
  question: string
  value: Json
}

/** Where an answer stands: a unit and a question about it. */
export type AnswerPlace = Pick<AnswerChange, 'unit' | 'question'>

/** A change that may say by itself how it came about; those of one act need not all have the same cause. */
export type CausedChange = AnswerChange & { cause?: AnswerCause }

/** The answers as they are after changes. */
export function withChanges(answers: Answers, changes: readonly AnswerChange[]): Answers {
  const changed = { ...answers }
  for (const { unit, question, value } of changes) changed[unit] = { ...changed[unit], [question]: value }
  return changed
}

/** The changes that change something, each with what was there. Blanks alone, or a list of nothing, clear the answer. */
export function realChanges<Change extends AnswerChange>(
  answers: Answers,
  changes: readonly Change[],
): (Change & { from: Json })[] {
  return changes
    .map((change) => ({ ...change, value: isNothing(change.value) ? null : change.value }))
    .map((change) => ({ ...change, from: answers[change.unit]?.[change.question] ?? null }))
    .filter(({ from, value }) =>
      typeof from === 'string' || typeof value === 'string' ? from !== value : !sameValue(from, value),
    )
}

/** Work that changes put out of sight: a question that is asked no more, and how many entries its answer holds. */
export interface HiddenWork {
  question: Question
  entries: number
}

/**
 * What people wrote, listed or marked that is asked no more after changes; a single choice is made anew as quickly. `subject` is the task's
 * own, without the units that answers list: those go with their list.
 */
export function hiddenWork(
  stage: Stage,
  subject: Subject,
  answers: Answers,
  changes: readonly AnswerChange[],
): HiddenWork[] {
  const [before, after] = [answers, withChanges(answers, changes)].map((each) => surveyOf(stage, subject, each).units)
  const hidden: HiddenWork[] = []
  for (const { unit, asked } of before?.values() ?? []) {
    const still = after?.get(unit.key)
    for (const question of still ? asked : []) {
      const value = answerOf(answers, unit.key, question.key)
      const isSet = changes.some((change) => change.unit === unit.key && change.question === question.key)
      if (question.form === 'choice' || value === null || isSet || still?.asked.includes(question)) continue
      hidden.push({ question, entries: Array.isArray(value) ? value.length : 0 })
    }
  }
  return hidden
}

const isNothing = (value: Json) =>
  (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)

/** The questions asked of a unit now, in stage order. */
export function askedQuestions(stage: Stage, subject: Subject, answers: Answers, unit: UnitDraft): Question[] {
  return stage.questions.filter((question) => isAsked(question, subject, answers, unit))
}

/** Must it be answered before submitting? What stands by itself never has to be. */
const isDue = (question: Question) => question.required && question.initial === undefined

/** Is there an answer that may be kept and not submitted? */
const isUnfinished = ({ draft, schema }: Question, value: Json) =>
  value !== null && draft !== undefined && !schema.safeParse(value).success

/** Where a unit stands: nothing asked of it, untouched, begun, or complete. */
export type UnitState = 'unasked' | 'untouched' | 'begun' | 'complete'

/** A unit as the screen needs it. */
export interface UnitSurvey {
  unit: UnitDraft
  /** The questions asked of it now, in stage order. */
  asked: readonly Question[]
  /** Those that must be answered and are not, or were begun and cannot be submitted yet. */
  lacking: readonly Question[]
  state: UnitState
}

/** Every unit by key, in order, and how many required questions are asked and answered. */
export interface Survey {
  units: ReadonlyMap<string, UnitSurvey>
  answered: number
  asked: number
}

/** Looks at all units once, so that whatever draws them need not ask the questions again. Counts what answers list. */
export function surveyOf(stage: Stage, subject: Subject, answers: Answers): Survey {
  const whole = withMadeUnits(stage, subject, answers)
  const units = new Map<string, UnitSurvey>()
  let [answered, due] = [0, 0]
  for (const unit of whole.units) {
    const unitQuestions = askedQuestions(stage, whole, answers, unit)
    const answerTo = ({ key }: Question) => answerOf(answers, unit.key, key)
    // What one has begun has to be finished, or taken back.
    const required = unitQuestions.filter((question) => isDue(question) || isUnfinished(question, answerTo(question)))
    const lacking = required.filter(
      (question) => answerTo(question) === null || isUnfinished(question, answerTo(question)),
    )
    due += required.length
    answered += required.length - lacking.length
    units.set(unit.key, { unit, asked: unitQuestions, lacking, state: stateOf(required.length, lacking.length) })
  }
  return { units, answered, asked: due }
}

function stateOf(required: number, lacking: number): UnitState {
  if (required === 0) return 'unasked'
  if (lacking === 0) return 'complete'
  return lacking === required ? 'untouched' : 'begun'
}

/** Required questions that are asked now, and how many of them have an answer. */
export function progressOf(stage: Stage, subject: Subject, answers: Answers): { answered: number; asked: number } {
  const { answered, asked } = surveyOf(stage, subject, answers)
  return { answered, asked }
}

export function unitState(stage: Stage, subject: Subject, answers: Answers, unit: UnitDraft): UnitState {
  return surveyOf(stage, subject, answers).units.get(unit.key)?.state ?? 'unasked'
}

/**
 * The first unit after `from` (wrapping round) that something is missing from, or null when nothing is. `order`: the way
 * through the units where it is not that of the subject.
 */
export function nextMissing(
  stage: Stage,
  subject: Subject,
  answers: Answers,
  from: string | null,
  order?: readonly UnitDraft[],
): string | null {
  const whole = withMadeUnits(stage, subject, answers)
  const missing = new Set(findings(stage, whole, answers).map((finding) => finding.unit))
  const keys = (order ?? whole.units).map((unit) => unit.key)
  const start = from === null ? -1 : keys.indexOf(from)
  const ordered = [...keys.slice(start + 1), ...keys.slice(0, start + 1)]
  return ordered.find((key) => missing.has(key)) ?? null
}
