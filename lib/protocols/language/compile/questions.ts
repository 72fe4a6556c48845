/** The questions of a stage, as the workbench asks them. */
import { z } from 'zod'
import type { Json } from '@/lib/protocols/answers'
import {
  inLanguage,
  type ListDefinition,
  labelQuestionOf,
  type OptionDefinition,
  placeQuestionOf,
  type QuestionDefinition,
} from '@/lib/protocols/language/definition'
import { matchesPattern } from '@/lib/protocols/language/pattern'
import { addressSchema, linksSchema } from '@/lib/protocols/links'
import { listSchema, optionalListSchema } from '@/lib/protocols/made-units'
import { spansSchema } from '@/lib/protocols/marked-spans'
import type { Marks, Option, Question } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import type { Questions } from './scope'
import { initialOf, Scope } from './scope'

/** The language of a reader, and that of the file. */
export interface Languages {
  reader: string
  file: string
}

/** A question of the file in the form of the interface. */
export function compileQuestion(
  question: QuestionDefinition,
  context: { questions: Questions; stage: number; languages: Languages },
): Question {
  const { questions, stage, languages } = context
  const words = (text: QuestionDefinition['ask']) => inLanguage(text, languages.reader, languages.file)
  const initial = initialOf(question)
  const hasOptions =
    ['choice', 'scale', 'flag', 'set', 'rank'].includes(question.form) ||
    (['span', 'pick'].includes(question.form) && question.options.length > 0)
  return {
    key: question.id,
    unit: question.on,
    title: words(question.title),
    prompt: words(question.ask),
    ...(question.section === undefined ? {} : { section: words(question.section) }),
    form: formOf(question),
    ...(hasOptions ? { options: question.options.map((option) => compileOption(option, words)) } : {}),
    ...(['number', 'set', 'span', 'list', 'pick'].includes(question.form) ? { range: rangeOf(question) } : {}),
    ...(question.form === 'span' ? { spans: markingOf(question) } : {}),
    ...(question.list ? { list: listingOf(question.list, marksOf(question, context)) } : {}),
    ...(isEmptyAList(question) ? { blank: [] } : {}),
    ...(question.takes === 'queries' ? { takes: question.takes } : {}),
    ...(question.picks ? { picks: { kind: question.picks.of, keys: question.picks.keys } } : {}),
    ...(initial === null ? {} : { initial: () => initial }),
    schema: schemaOf(question),
    ...draftOf(question),
    asked: (subject, answers, unit) =>
      question.when === null || new Scope(questions, stage, subject, answers).isAsked(question, unit),
    required: question.required,
    ...settlingOf(question),
    ...(question.tie === undefined ? {} : { tie: tieOf(question) }),
  }
}

/** A majority by value and a median are ways of a majority; where nobody counts, what differs is decided. */
function settlingOf({
  settle,
  form,
  options,
}: QuestionDefinition): Pick<Question, 'consolidate' | 'byValue' | 'median'> {
  if (settle === 'majority') return { consolidate: 'decide', byValue: true }
  if (settle !== 'median') return { consolidate: settle }
  const order = options.flatMap(({ value, outside }) => (outside ? [] : [value]))
  return { consolidate: 'decide', median: { order: form === 'number' ? null : order } }
}

/** What is still too few is kept while it is being answered. */
function draftOf(question: QuestionDefinition): Pick<Question, 'draft'> {
  if (question.form === 'set' && (question.min ?? 1) > 1) return { draft: setSchema({ ...question, min: 1 }) }
  if (question.form === 'list' && (question.min ?? 0) > 1) return { draft: entriesSchema({ ...question, min: null }) }
  if (question.form === 'pick' && (question.min ?? 1) > 1) return { draft: pickSchema({ ...question, min: 1 }) }
  return question.form === 'span' && (question.min ?? 0) > 0 ? { draft: spansSchemaOf(question, 0) } : {}
}

const listingOf = (
  { of, text, alike, evidence }: ListDefinition['list'],
  marks: Marks | undefined,
): NonNullable<Question['list']> => ({
  kind: of,
  text,
  ...(alike === undefined ? {} : { alike }),
  ...(evidence ? { evidence } : {}),
  ...(marks ? { marks } : {}),
})

/** Of a list of marks, the text that they are marked in, and the choice by which they are told apart there. */
function marksOf(
  question: QuestionDefinition,
  { questions, stage }: { questions: Questions; stage: number },
): Marks | undefined {
  const stageQuestions = [...questions.values()].flatMap((each) => (each.stage === stage ? [each.question] : []))
  const place = placeQuestionOf(question, stageQuestions)
  return place && { ...markingOf(place), label: labelQuestionOf(question, stageQuestions)?.id ?? null }
}

/** Does a list that somebody left blank say that there is nothing to list? What is put together, or everybody's own, is not decided between. */
const isEmptyAList = ({ form, required, settle }: QuestionDefinition): boolean =>
  form === 'list' && !required && settle === 'decide'

/** Entries in their order, as many as the file asks for; none where leaving it blank says so, as a reviewer may decide. */
function entriesSchema(question: QuestionDefinition): z.ZodType<Json> {
  const { min, max } = question
  const count = (value: Json) => (Array.isArray(value) ? value.length : 0)
  return (isEmptyAList(question) ? optionalListSchema : listSchema)
    .refine((value) => min === null || count(value) >= min, `List at least ${min}.`)
    .refine((value) => max === null || count(value) <= max, `List at most ${max}.`)
}

const markingOf = ({ marks }: QuestionDefinition): NonNullable<Question['spans']> => ({
  in: marks?.in ?? '',
  textIn: (content) => {
    const text = isJsonRecord(content) && marks ? content[marks.in] : null
    return typeof text === 'string' ? text : ''
  },
  overlapping: marks?.overlapping ?? false,
})

const spansSchemaOf = (question: QuestionDefinition, least?: number): z.ZodType<Json> =>
  spansSchema(
    {
      options: question.options.map((option) => compileOption(option, wordsOnly)),
      range: rangeOf(question),
      spans: markingOf(question),
    },
    least,
  )

/** Checking looks at values only. */
const wordsOnly = (text: QuestionDefinition['ask']) => (typeof text === 'string' ? text : '')

function formOf({ form }: QuestionDefinition): Question['form'] {
  if (form === 'span') return 'spans'
  if (form === 'pick') return 'references'
  return form === 'scale' || form === 'flag' ? 'choice' : form
}

/** Of a set, what stands without a majority is a set of that value. */
const tieOf = ({ form, tie = null }: QuestionDefinition): Json => (form === 'set' && tie !== null ? [tie] : tie)

const rangeOf = ({ form, min, max, step }: QuestionDefinition) =>
  form === 'pick' ? { min: min ?? 1, max: max ?? 1, step } : { min, max, step }

const compileOption = (
  { value, text, says, key, tone, exclusive }: OptionDefinition,
  words: (text: QuestionDefinition['ask']) => string,
): Option => ({
  value,
  text: words(text),
  key,
  tone,
  definition: words(says),
  ...(exclusive ? { exclusive } : {}),
})

const schemas = new WeakMap<QuestionDefinition, z.ZodType<Json>>()

/** What a value of the question may be. */
export function schemaOf(question: QuestionDefinition): z.ZodType<Json> {
  const schema = schemas.get(question) ?? makeSchema(question)
  schemas.set(question, schema)
  return schema
}

function makeSchema(question: QuestionDefinition): z.ZodType<Json> {
  const values = question.options.map(({ value }) => value)
  const isKnown = (value: Json) => values.some((each) => each === value)
  const isDifferent = (list: readonly Json[]) => new Set(list).size === list.length
  const choices = values.map(String).join(', ')
  switch (question.form) {
    case 'choice':
    case 'scale':
    case 'flag':
      return valueThat(isKnown, `Choose one of ${choices}.`)
    case 'set':
      return setSchema(question)
    case 'rank':
      return valueThat(
        (value) => Array.isArray(value) && value.length === values.length && value.every(isKnown) && isDifferent(value),
        `Put all of them into an order: ${values.map(String).join(', ')}.`,
      )
    case 'number':
      return numberSchema(question)
    case 'text':
      return textSchema(question)
    case 'links':
      return linksSchema
    case 'span':
      return spansSchemaOf(question)
    case 'list':
      return entriesSchema(question)
    case 'pick':
      return pickSchema(question)
  }
}

/** A set in the order of its options, so that equal sets are equal values. */
function setSchema({ options, min, max }: QuestionDefinition): z.ZodType<Json> {
  const alone = options.filter(({ exclusive }) => exclusive).map(({ value }) => value)
  const values = options.map(({ value }) => value)
  const [least, most] = [min ?? 1, max ?? values.length - alone.length]
  const isSet = (value: Json) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => values.some((option) => option === each)) &&
    new Set(value).size === value.length
  const isAlone = (value: Json) => Array.isArray(value) && value.some((each) => alone.some((option) => option === each))
  const hasNumber = (value: Json) =>
    isAlone(value) || (Array.isArray(value) && value.length >= least && value.length <= most)
  return valueThat(isSet, `Choose one or more of ${values.map(String).join(', ')}.`)
    .refine((value) => !isAlone(value) || (Array.isArray(value) && value.length === 1), {
      error: `${alone.map(String).join(' and ')} can only be chosen alone.`,
      abort: true,
    })
    .refine(hasNumber, numberInWords(least, most))
    .transform((value) => withoutDisorder(values, value))
}

/** The keys of units in an order that is theirs alone, so that equal picks are equal values; or a value that stands beside the units. */
function pickSchema(question: QuestionDefinition): z.ZodType<Json> {
  const { options, min, max } = question
  const [least, most] = [min ?? 1, max ?? 1]
  const isOption = (value: Json) => options.some((option) => option.value === value)
  const areKeys = (value: Json): value is string[] =>
    Array.isArray(value) &&
    value.every((key) => typeof key === 'string' && key.length <= LONGEST_KEY) &&
    new Set(value).size === value.length
  const isPick = (value: Json) => isOption(value) || (areKeys(value) && value.length >= least && value.length <= most)
  const beside = options.length === 0 ? '' : `, or ${options.map(({ value }) => String(value)).join(', ')}`
  return valueThat(isPick, `Pick ${numberOf(least, most)}${beside}.`).transform((value) =>
    areKeys(value) ? value.toSorted() : value,
  )
}

/** As long as the key of a unit may be. */
const LONGEST_KEY = 200

const numberOf = (least: number, most: number): string =>
  least === most ? `${most}` : least === 1 ? `up to ${most}` : `${least} to ${most}`

const withoutDisorder = (values: readonly Json[], value: Json): Json =>
  Array.isArray(value) ? values.filter((each) => value.includes(each)) : value

const numberInWords = (least: number, most: number): string =>
  least === most ? `Choose ${least}.` : least > 1 ? `Choose ${least} to ${most}.` : `Choose at most ${most}.`

const valueThat = (holds: (value: Json) => boolean, message: string): z.ZodType<Json> =>
  z.custom<Json>((value) => holds(value as Json), message)

function numberSchema({ min, max, step }: QuestionDefinition): z.ZodType<Json> {
  let schema = z.number('Write a number.')
  if (min !== null) schema = schema.min(min, `At least ${min}.`)
  if (max !== null) schema = schema.max(max, `At most ${max}.`)
  if (step === null) return schema
  const isStep = (value: number) => {
    const steps = (value - (min ?? 0)) / step
    return Math.abs(steps - Math.round(steps)) < 1e-9
  }
  return schema.refine(isStep, `Write a multiple of ${step}${min ? `, counted from ${min}` : ''}.`)
}

function textSchema({ longest, pattern, takes }: QuestionDefinition): z.ZodType<Json> {
  if (takes === 'address') return addressSchema
  const schema = z.string().trim().min(1, 'Write at least a word.').max(longest, `At most ${longest} characters.`)
  if (pattern === null) return schema
  return schema.refine((text) => matchesPattern(pattern, text), `It has to be written like this: ${pattern}`)
}
