import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Finding, Json, Measure, Stage, Subject } from '@/lib/protocols/protocol'
import { contentOf, isFixedDomain } from './content'
import { errorTypeOf, labelOf, responseLabelOf, segmentsOf } from './labels'
import { actionOptions, errorTypeOptions, errorTypes, labelOptions } from './options'
import { ITEM, isRemoved, questions } from './questions'
import { EVERY_SEGMENT } from './roll-ups'

/** The stage's key. */
export const SEGMENTS = 'segments'

const asCategories = (options: typeof labelOptions) =>
  options.map(({ value, text, tone }) => ({ value: String(value), text, tone }))

const asRating = (value: Json): string | null => (value === null ? null : String(value))

const measures: readonly Measure[] = [
  {
    key: 'label',
    title: 'Segment label',
    unitOfAnalysis: 'segment',
    unit: 'segment',
    question: 'label',
    level: 'nominal',
    categories: asCategories(labelOptions),
    rating: (_, answers, unit) => asRating(labelOf(answers, unit)),
  },
  {
    key: 'errorType',
    title: 'Error type',
    unitOfAnalysis: 'segment called false',
    unit: 'segment',
    question: 'errorType',
    level: 'nominal',
    categories: asCategories(errorTypeOptions),
    // Where the domain gives the type nobody chose it, so there is nothing to agree on.
    rating: (subject, answers, unit) =>
      isFixedDomain(contentOf(subject.content)) ? null : errorTypeOf(subject, answers, unit),
  },
  {
    key: 'responseFactual',
    title: 'Response factual (every segment true)',
    unitOfAnalysis: 'response',
    unit: ITEM,
    level: 'nominal',
    categories: [
      { value: 'true', text: 'Factual', tone: 'positive' },
      { value: 'false', text: 'Not factual', tone: 'negative' },
    ],
    rating: (subject, answers) => asRating(responseLabelOf(subject, answers)),
  },
  {
    key: 'action',
    title: 'Keep or remove',
    unitOfAnalysis: 'response',
    unit: ITEM,
    question: 'action',
    level: 'nominal',
    categories: asCategories(actionOptions),
    rating: (_, answers) => asRating(answerOf(answers, ITEM, 'action')),
  },
]

function check(_: Subject, answers: Answers): Finding[] {
  const needsNote = isRemoved(answers) && answerOf(answers, ITEM, 'removeReason') === 'other'
  return needsNote && answerOf(answers, ITEM, 'removeNote') === null
    ? [{ unit: ITEM, question: 'removeNote', message: 'Say in a sentence why the item should be removed.' }]
    : []
}

function rollUp(subject: Subject, answers: Answers): { [key: string]: Json } {
  const segments = segmentsOf(subject)
  const count = (label: boolean) => segments.filter((unit) => labelOf(answers, unit) === label).length
  const types = segments.map((unit) => errorTypeOf(subject, answers, unit))
  const factual = responseLabelOf(subject, answers)
  return {
    removed: isRemoved(answers),
    responseFactual: factual,
    response: { [EVERY_SEGMENT]: factual },
    segments: segments.length,
    trueSegments: count(true),
    falseSegments: count(false),
    errorTypes: Object.fromEntries(errorTypes.map((type) => [type, types.filter((each) => each === type).length])),
  }
}

/** FELM's one stage: keep or remove, then each segment true or false. */
export const segmentsStage: Stage = {
  key: SEGMENTS,
  title: 'Label segments',
  raters: 2,
  consolidation: 'reviewer',
  thirdRater: 'deadlock',
  approval: 'second-reviewer',
  unitKinds: [
    { kind: 'item', text: 'item' },
    { kind: 'segment', text: 'segment' },
  ],
  questions,
  measures,
  measuredContent: ['domain', 'ruleDomain'],
  // Page texts that came with the record are read by machines only.
  pageContent: (content) => ({ ...contentOf(content), refContents: [] }),
  units: (content, segments) => [
    { key: ITEM, kind: 'item', text: contentOf(content).prompt },
    ...segments.map((text, index) => ({ key: `s${index + 1}`, kind: 'segment', text })),
  ],
  segmentedText: (content) => contentOf(content).response,
  resegments: 'segment',
  check,
  rollUp,
}
