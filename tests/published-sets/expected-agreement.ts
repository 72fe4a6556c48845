/** What agreement has to be of two people's records, by definitions and by nothing of the product. */
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { alphaOf, charactersIn, different, f1Of, interval, masi, ordinalIn, percentOf, ratedByBoth } from './figures'
import type { ClassQuestion, ListQuestion, SetQuestion, SetsQuestion, SpanQuestion } from './published-set'

/** The records of two people, item by item. */
export type Labelled = readonly (readonly [one: JsonRecord, other: JsonRecord])[]

export interface ExpectedMeasure {
  /** How many units both have rated. */
  units: number
  percent: number
  /** null where nothing varies. */
  alpha: number | null
  /** By the measure's own distances, of sets. */
  weighted?: number
}

const pairsOf = <Answer>(labelled: Labelled, answers: (record: JsonRecord) => readonly (Answer | null)[]) =>
  ratedByBoth(
    labelled.flatMap(([one, other]) => {
      const others = answers(other)
      return answers(one).map((answer, place) => [answer, others[place] ?? null] as const)
    }),
  )

const varies = (pairs: readonly (readonly [string, string])[]) => new Set(pairs.flat()).size > 1

function measureOf(pairs: readonly (readonly [string, string])[], distance = different): ExpectedMeasure {
  return { units: pairs.length, percent: percentOf(pairs), alpha: varies(pairs) ? alphaOf(pairs, distance) : null }
}

function ofClasses({ answers, level, values, outside = [] }: ClassQuestion, labelled: Labelled): ExpectedMeasure {
  const order = level === 'nominal' ? values : values.filter((value) => !outside.includes(value))
  const pairs = pairsOf(labelled, (record) =>
    answers(record).map((answer) => (answer !== null && order.includes(answer) ? answer : null)),
  )
  if (level === 'nominal') return measureOf(pairs)
  return measureOf(pairs, level === 'interval' ? interval : ordinalIn(pairs, order))
}

/** The key of the measure of one value, as addresses have it. */
const keyOf = (question: string, value: string) =>
  `${question}.${value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`

function ofSets({ id, values, answers }: SetQuestion, labelled: Labelled): [string, ExpectedMeasure][] {
  const pairs = pairsOf(labelled, answers)
  const whole = pairs.map(([one, other]) => [String(one.toSorted()), String(other.toSorted())] as const)
  const chosen = (value: string) =>
    pairs.map(([one, other]) => [String(one.includes(value)), String(other.includes(value))] as const)
  return [
    [`${id}-sets`, { ...measureOf(whole), weighted: alphaOf(pairs, masi) }],
    ...values.map((value): [string, ExpectedMeasure] => [keyOf(id, value), measureOf(chosen(value))]),
  ]
}

function ofSpans({ id, values, answers }: SpanQuestion, labelled: Labelled): [string, ExpectedMeasure][] {
  const marked = (value?: string) =>
    pairsOf(labelled, (record) => [String(answers(record).some(({ label }) => value === undefined || label === value))])
  return [
    [id, measureOf(marked())],
    ...values.map((value): [string, ExpectedMeasure] => [keyOf(id, value), measureOf(marked(value))]),
  ]
}

/** The measures of a question by their keys. */
export function expectedMeasures(question: SetsQuestion, labelled: Labelled): [string, ExpectedMeasure][] {
  if (question.form === 'class') return [[question.id, ofClasses(question, labelled)]]
  if (question.form === 'set') return ofSets(question, labelled)
  return question.form === 'span' ? ofSpans(question, labelled) : []
}

/** Entries of lists are the same where their texts are; whoever was not asked has listed nothing. */
const listed = ({ answers }: ListQuestion, labelled: Labelled) =>
  labelled.flatMap(([one, other]) => {
    const others = answers(other)
    return answers(one).map((list, place) => [new Set(list ?? []), new Set(others[place] ?? [])] as const)
  })

export interface ExpectedComparison {
  /** The key of the comparison. */
  key: string
  figures: Record<string, number>
}

/** How far lists and spans are the same; null for a question whose answers are only rated. */
export function expectedComparison(question: SetsQuestion, labelled: Labelled): ExpectedComparison | null {
  if (question.form === 'list') return { key: question.id, figures: { f1: f1Of(listed(question, labelled)) } }
  if (question.form !== 'span') return null
  const { id, answers } = question
  const pairs = labelled.map(([one, other]) => [answers(one), answers(other)] as const)
  const codes = (spans: ReturnType<typeof answers>) =>
    new Set(spans.map(({ start, end, label }) => JSON.stringify([start, end, label])))
  return {
    key: `${id}-spans`,
    figures: {
      characterF1: f1Of(pairs.map(([one, other]) => [charactersIn(one), charactersIn(other)])),
      spanF1: f1Of(pairs.map(([one, other]) => [codes(one), codes(other)])),
    },
  }
}
