/** Pure decisions of the annotation room: what a value must be, how far the work is. */
import { answerOf, findings, isAsked } from '@/lib/protocols/completeness'
import type { Answers, Json, Question, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'

/** What is wrong with a value for a question, in a sentence; null when it may be saved. Clearing is always allowed. */
export function problemWith(question: Question, value: Json): string | null {
  if (value === null) return null
  const checked = question.schema.safeParse(value)
  return checked.success ? null : (checked.error.issues[0]?.message ?? 'This value is not allowed.')
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

/** The changes that change something, each with what was there. Blanks alone, or a list of nothing, clear the answer. */
export function realChanges(answers: Answers, changes: readonly AnswerChange[]): (AnswerChange & { from: Json })[] {
  return changes
    .map((change) => ({ ...change, value: isNothing(change.value) ? null : change.value }))
    .map((change) => ({ ...change, from: answers[change.unit]?.[change.question] ?? null }))
    .filter(({ from, value }) =>
      typeof from === 'string' || typeof value === 'string' ? from !== value : !sameValue(from, value),
    )
}

const isNothing = (value: Json) =>
  (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)

/** The questions asked of a unit now, in stage order. */
export function askedQuestions(stage: Stage, subject: Subject, answers: Answers, unit: UnitDraft): Question[] {
  return stage.questions.filter((question) => isAsked(question, subject, answers, unit))
}

/** Required questions that are asked now, and how many of them have an answer. */
export function progressOf(stage: Stage, subject: Subject, answers: Answers): { answered: number; asked: number } {
  let answered = 0
  let asked = 0
  for (const unit of subject.units) {
    for (const question of askedQuestions(stage, subject, answers, unit)) {
      if (!question.required) continue
      asked += 1
      if (answerOf(answers, unit.key, question.key) !== null) answered += 1
    }
  }
  return { answered, asked }
}

/** Where a unit stands: nothing asked of it, untouched, begun, or complete. */
export type UnitState = 'unasked' | 'untouched' | 'begun' | 'complete'

export function unitState(stage: Stage, subject: Subject, answers: Answers, unit: UnitDraft): UnitState {
  const required = askedQuestions(stage, subject, answers, unit).filter((question) => question.required)
  if (required.length === 0) return 'unasked'
  const given = required.filter((question) => answerOf(answers, unit.key, question.key) !== null).length
  if (given === 0) return 'untouched'
  return given === required.length ? 'complete' : 'begun'
}

/** The first unit after `from` (wrapping round) that something is missing from, or null when nothing is. */
export function nextMissing(stage: Stage, subject: Subject, answers: Answers, from: string | null): string | null {
  const missing = new Set(findings(stage, subject, answers).map((finding) => finding.unit))
  const keys = subject.units.map((unit) => unit.key)
  const start = from === null ? -1 : keys.indexOf(from)
  const ordered = [...keys.slice(start + 1), ...keys.slice(0, start + 1)]
  return ordered.find((key) => missing.has(key)) ?? null
}
