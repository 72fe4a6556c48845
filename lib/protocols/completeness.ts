/** What an annotation still lacks. The same rules for every protocol; a stage adds its own through `check`. */
import { withMadeUnits } from './made-units'
import { outsideProblem } from './marked-spans'
import type { Answers, Finding, Json, Question, Stage, Subject, UnitDraft } from './protocol'

/** The value given for a question on a unit, or null when there is none; a text of blanks is no answer. */
export function answerOf(answers: Answers, unit: string, question: string): Json {
  const value = answers[unit]?.[question] ?? null
  return typeof value === 'string' && value.trim() === '' ? null : value
}

/** What stands for a question: the answer, or what it starts from while nobody has written anything. */
export function standingAnswer(question: Question, subject: Subject, answers: Answers, unit: UnitDraft): Json {
  return answerOf(answers, unit.key, question.key) ?? question.initial?.(subject, answers, unit) ?? null
}

/** Does this question arise for this unit, given these answers? */
export function isAsked(question: Question, subject: Subject, answers: Answers, unit: UnitDraft): boolean {
  return question.unit === unit.kind && question.asked(subject, answers, unit)
}

/** The answers that count: given, and to questions that are asked. Units that answers list are counted with. */
export const countingAnswers = (stage: Stage, subject: Subject, answers: Answers): Answers =>
  answersAsked(stage, subject, answers, (question, _, unit) => answerOf(answers, unit.key, question.key))

/** The answers that count of an annotator, with what questions start from where nothing was written: a flag that was not pressed is No. */
export const countingWithStarts = (stage: Stage, subject: Subject, answers: Answers): Answers =>
  answersAsked(stage, subject, answers, (question, whole, unit) => standingAnswer(question, whole, answers, unit))

function answersAsked(
  stage: Stage,
  subject: Subject,
  answers: Answers,
  saidTo: (question: Question, whole: Subject, unit: UnitDraft) => Json,
): Answers {
  const whole = withMadeUnits(stage, subject, answers)
  const counting: Answers = {}
  for (const unit of whole.units) {
    for (const question of stage.questions) {
      if (!isAsked(question, whole, answers, unit)) continue
      const value = saidTo(question, whole, unit)
      if (value !== null) counting[unit.key] = { ...counting[unit.key], [question.key]: value }
    }
  }
  return counting
}

/** Everything that keeps these answers from being submitted, unit by unit in display order. */
export function findings(stage: Stage, subject: Subject, answers: Answers): Finding[] {
  const whole = withMadeUnits(stage, subject, answers)
  const found = whole.units.flatMap((unit) =>
    stage.questions
      .filter((question) => isAsked(question, whole, answers, unit))
      .flatMap((question) => findingOf(question, { unit, subject: whole }, answerOf(answers, unit.key, question.key))),
  )
  return [...found, ...(stage.check?.(whole, answers) ?? [])]
}

function findingOf(
  question: Question,
  { unit, subject }: { unit: UnitDraft; subject: Subject },
  value: Json,
): Finding[] {
  const place = { unit: unit.key, question: question.key }
  if (value === null) return question.required ? [{ ...place, message: `Not answered yet: ${question.prompt}` }] : []
  const checked = question.schema.safeParse(value)
  const message = checked.success ? outsideProblem(question, subject, value) : checked.error.issues[0]?.message
  return message === null ? [] : [{ ...place, message: `${question.title}: ${message}` }]
}
