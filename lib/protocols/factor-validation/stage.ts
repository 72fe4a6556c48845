import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Finding, Json, Measure, Option, Stage, Subject } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { errorTypeOptions, fluentOptions, nonFactualOptions, selfConsistentOptions } from './options'
import { passes, questions } from './questions'
import { rollUp, VALIDATE } from './roll-up'
import { CONTRADICTION, contradictionsOf, exampleUnits, ITEM } from './units'

const asCategories = (options: readonly Option[]) =>
  options.map(({ value, text, tone }) => ({ value: String(value), text, tone }))

const asRating = (value: Json): string | null => (value === null ? null : String(value))

const measure = (question: string, title: string, options: readonly Option[]): Measure => ({
  key: question,
  title,
  unitOfAnalysis: 'contradiction',
  unit: CONTRADICTION,
  question,
  level: 'nominal',
  categories: asCategories(options),
  rating: (_, answers, unit) => asRating(answerOf(answers, unit.key, question)),
})

const measures: readonly Measure[] = [
  measure('nonFactual', 'Non-factual', nonFactualOptions),
  measure('fluent', 'Fluent', fluentOptions),
  measure('selfConsistent', 'Self-consistent', selfConsistentOptions),
  {
    ...measure('errorType', 'Error type', errorTypeOptions),
    unitOfAnalysis: 'contradiction called non-factual',
    rating: (_, answers, { key }) =>
      answerOf(answers, key, 'nonFactual') === true ? asRating(answerOf(answers, key, 'errorType')) : null,
  },
  {
    key: 'passes',
    title: 'Non-factual, fluent and self-consistent',
    unitOfAnalysis: 'contradiction',
    unit: CONTRADICTION,
    level: 'nominal',
    categories: [
      { value: 'true', text: 'Passes', tone: 'positive' },
      { value: 'false', text: 'Does not pass', tone: 'negative' },
    ],
    rating: (_, answers, { key }) => asRating(passes(answers, key)),
  },
]

const NO_CONTRADICTIONS =
  'There is nothing to judge yet: a manager has to run the builder on this document first. Skip it until then.'

function check({ units }: Subject, _: Answers): Finding[] {
  return contradictionsOf(units).length > 0 ? [] : [{ unit: ITEM, question: 'nonFactual', message: NO_CONTRADICTIONS }]
}

/** FACTOR's one stage: three properties and the error type of every contradiction. */
export const validateStage: Stage = {
  key: VALIDATE,
  title: 'Validate contradictions',
  raters: 2,
  consolidation: 'reviewer',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [
    { kind: 'item', text: 'item' },
    { kind: CONTRADICTION, text: 'contradiction' },
  ],
  questions,
  measures,
  measuredContent: [],
  units: (content) => exampleUnits(content),
  segmentedText: () => null,
  resegments: null,
  check,
  // What a builder measured would say what annotators are to find.
  shows: (json) => {
    const content = contentOf(json)
    const bare = content.contradictions.map(({ text }) => ({ text, edit: null, type: null, scores: null }))
    return { ...content, sentence: content.sentence && { ...content.sentence }, contradictions: bare }
  },
  rollUp,
}
