import { answerOf } from '@/lib/protocols/completeness'
import { withMadeUnits } from '@/lib/protocols/made-units'
import { textToMark } from '@/lib/protocols/marked-spans'
import type { PracticeTask } from '@/lib/protocols/practice'
import type { Json, Question, Stage } from '@/lib/protocols/protocol'
import { spansInWords } from '@/lib/protocols/span-words'
import { questionName } from '@/lib/protocols/unit-name'
import type { Candidate } from './contract'

/**
 * The answers of gold that a reason can be given for: those that annotators have to agree on, and the text of each entry of a list, whose reason
 * says why it belongs there.
 */
export function expectedAnswers(
  stage: Stage,
  { content, units, answers }: Pick<PracticeTask, 'content' | 'units' | 'answers'>,
): Candidate['answers'] {
  const whole = withMadeUnits(stage, { content, units: [...units] }, answers).units
  return whole.flatMap((unit) =>
    stage.questions
      .filter((question) => hasReason(stage, question, unit.kind))
      .flatMap((question) => {
        const value = answerOf(answers, unit.key, question.key)
        if (value === null) return []
        const name = questionName(stage, whole, { unit: unit.key, title: question.title })
        const expected = spansInWords(question, textToMark(question, content), value) ?? words(question, value)
        return [{ unit: unit.key, question: question.key, name, text: unit.text, expected }]
      }),
  )
}

function hasReason({ questions }: Stage, question: Question, kind: string): boolean {
  if (question.unit !== kind || question.list) return false
  return (
    question.consolidate === 'decide' || questions.some(({ list }) => list?.kind === kind && list.text === question.key)
  )
}

const words = ({ options = [] }: Question, value: Json): string =>
  options.find((option) => option.value === value)?.text ?? (typeof value === 'string' ? value : JSON.stringify(value))
