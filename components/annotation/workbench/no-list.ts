/** Why nothing can be listed where one is: pure, for the dialog that says so. */
import { type Survey, withChanges } from '@/lib/annotation/annotations/rules'
import type { Answers, Option, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { isListQuestion, type ListQuestion } from './lists'

/** The unit that could have a list, the list, and the options any of which would have it asked. */
export interface NoList {
  unit: UnitDraft
  question: ListQuestion
  options: Option[]
}

/** The list nearest to the open unit (its own, else that of its whole) and what stands in its way; null without any. */
export function noListAt(
  stage: Stage,
  subject: Subject,
  answers: Answers,
  survey: Survey,
  open: string,
): NoList | null {
  const at = survey.units.get(open)
  if (!at) return null
  const question = stage.questions.filter(isListQuestion).find(({ unit }) => unit === at.unit.kind)
  const parent = at.unit.parent
  if (!question) return parent === undefined ? null : noListAt(stage, subject, answers, survey, parent)
  const opens = (key: string, { value }: Option) =>
    question.asked(subject, withChanges(answers, [{ unit: at.unit.key, question: key, value }]), at.unit)
  const options = at.asked.flatMap(({ key, options: all = [] }) => all.filter((option) => opens(key, option)))
  return { unit: at.unit, question, options }
}
