/** Agreement on whether anything is marked at all in a text, and with each label. How far marks cover each other is compared (span-comparison.ts). */
import type { Answers, Json, Subject, UnitDraft } from '@/lib/protocols/answers'
import type { QuestionDefinition } from '@/lib/protocols/language/definition'
import { type MarkedSpan, spansOf } from '@/lib/protocols/marked-spans'
import type { Measure } from '@/lib/protocols/protocol'
import { valueKeys } from './set-measures'

type Head = Pick<Measure, 'unitOfAnalysis' | 'unit' | 'title'>

/** The measures of a question of spans. What was not answered is not rated; that nothing is marked is an answer. */
export function spanMeasures(
  question: QuestionDefinition,
  { title, ...head }: Head,
  {
    words,
    answer,
  }: {
    words(text: QuestionDefinition['title']): string
    answer(subject: Subject, answers: Answers, unit: UnitDraft): Json
  },
): Measure[] {
  const measure = (key: string, measureTitle: string, isMarked: (span: MarkedSpan) => boolean): Measure => ({
    ...head,
    key,
    title: measureTitle,
    question: question.id,
    level: 'nominal',
    categories: [
      { value: 'true', text: 'Marked', tone: 'negative' },
      { value: 'false', text: 'Nothing marked', tone: 'neutral' },
    ],
    rating: (subject, answers, unit) => {
      const spans = spansOf(answer(subject, answers, unit))
      return spans ? String(spans.some(isMarked)) : null
    },
  })
  const keys = valueKeys(question)
  return [
    measure(question.id, `${title}: anything marked`, () => true),
    ...question.options.map(({ value, text }, index) =>
      measure(keys[index] ?? '', `${title}: ${words(text)}`, ({ label }) => label === value),
    ),
  ]
}
