/** Which questions of a file systems can be scored on. */
import { ITEM, labelQuestionOf, placeQuestionOf, type QuestionDefinition } from '@/lib/protocols/language/definition'

/** Written words are scored by no rule that would suit all of them, and what everybody says for themselves is no gold. */
export const isScored = ({ form, settle }: QuestionDefinition): boolean =>
  settle !== 'aside' && ['choice', 'scale', 'flag', 'set', 'number', 'span', 'pick'].includes(form)

/**
 * A list of marks as the question of spans that a system answers: which stretches there are, each with the value by which marks are told apart
 * in the text. null of other questions, and where marks may be listed for several units.
 */
export function asSpans(
  question: QuestionDefinition,
  stageQuestions: readonly QuestionDefinition[],
): QuestionDefinition | null {
  const place = placeQuestionOf(question, stageQuestions)
  if (!place || question.on !== ITEM) return null
  const label = labelQuestionOf(question, stageQuestions)
  return {
    ...question,
    form: 'span',
    marks: place.marks,
    options: label?.options ?? [],
    gold: { ...question.gold, values: label?.gold.values ?? [] },
  }
}
