/**
 * Answers to questions of form `spans`: stretches of a text that is shown, each with a label where the question has labels. Offsets count
 * code points, the end is exclusive. Stored as `{spans: [...]}`, so that "nothing is marked" (an empty list) is an answer of its own.
 */
import { z } from 'zod'
import { CodePointText } from '@/lib/text/code-point-text'
import { codePointLength } from '@/lib/text/code-points'
import { unescapeText } from '@/lib/text/escape-text'
import type { Answers, Json, Marks, Option, Question, Subject } from './protocol'
import { sameValue } from './same-value'

/** A stretch that is marked. `label`: the value of one of the question's options; null where it has none. */
export interface MarkedSpan {
  start: number
  end: number
  label: Option['value'] | null
  /** Of a mark that is an entry of a list: its key, which no answer holds. */
  entry?: string
}

interface Valued {
  options?: readonly Pick<Option, 'value'>[]
}
/** What of a question says which spans may be given. */
interface Marking extends Valued, Pick<Question, 'range'> {
  spans?: Pick<NonNullable<Question['spans']>, 'overlapping' | 'labelLater'>
}

/** More than anybody marks in a text, and few enough to be compared two by two. */
export const MOST_SPANS = 1_000

const entrySchema = z.strictObject({
  start: z.number().int().min(0),
  end: z.number().int().min(1),
  label: z.union([z.string(), z.number(), z.boolean()]).optional(),
})
const answerSchema = z.strictObject({ spans: z.array(entrySchema).max(MOST_SPANS) })

/** The spans of an answer, in their order; null where nothing was answered, or it is no such answer. */
export function spansOf(answer: Json | undefined): readonly MarkedSpan[] | null {
  if (typeof answer !== 'object' || answer === null) return null
  const cachedSpans = spansByAnswer.get(answer)
  if (cachedSpans !== undefined) return cachedSpans
  const read = answerSchema.safeParse(answer)
  const spans = read.success ? read.data.spans.map(({ start, end, label = null }) => ({ start, end, label })) : null
  spansByAnswer.set(answer, spans)
  return spans
}

/** An answer is read once, and drawn with every key: it is replaced by another, and never changed. */
const spansByAnswer = new WeakMap<object, readonly MarkedSpan[] | null>()

/** The answer that has these spans, in the order of the text, and of one stretch in that of the labels. */
export const spansAnswer = ({ options = [] }: Valued, spans: readonly MarkedSpan[]): Json => ({
  spans: inTextOrder(options, spans).map(({ start, end, label }) => ({
    start,
    end,
    ...(label === null ? {} : { label }),
  })),
})

function inTextOrder(options: NonNullable<Valued['options']>, spans: readonly MarkedSpan[]): MarkedSpan[] {
  const place = ({ label }: MarkedSpan) => options.findIndex(({ value }) => value === label)
  return spans.toSorted((one, other) => one.start - other.start || one.end - other.end || place(one) - place(other))
}

export const sameSpan = (one: MarkedSpan, other: MarkedSpan): boolean =>
  one.start === other.start && one.end === other.end && one.label === other.label

/** Are they one mark where marks are entries of a list, and else the same span? */
export const sameMark = (one: MarkedSpan, other: MarkedSpan): boolean =>
  one.entry === other.entry && sameSpan(one, other)

const meet = (one: MarkedSpan, other: MarkedSpan): boolean => one.start < other.end && other.start < one.end

/** What is wrong with spans as an answer, in a sentence; null where they may be given. `least`: how many there have to be. */
export function spansProblem(
  { options = [], range, spans: marking }: Marking,
  spans: readonly MarkedSpan[],
  least: number = range?.min ?? 0,
): string | null {
  const ordered = inTextOrder(options, spans)
  for (const [index, span] of ordered.entries()) {
    if (span.end <= span.start) return `The span from ${span.start} to ${span.end} has no characters.`
    const mayLack = options.length === 0 || marking?.labelLater
    const isKnown = (mayLack && span.label === null) || options.some(({ value }) => value === span.label)
    if (!isKnown)
      return options.length === 0
        ? 'Spans have no labels here.'
        : `Give every span one of the labels ${options.map(({ value }) => String(value)).join(', ')}.`
    const earlier = ordered.slice(0, index)
    // Entries that are there are each their own.
    const isOther = (other: MarkedSpan) => other.entry !== undefined && span.entry !== undefined
    if (earlier.some((other) => sameSpan(other, span) && !isOther(other)))
      return `The span from ${span.start} to ${span.end} is marked twice.`
    if (!marking?.overlapping && earlier.some((other) => meet(other, span)))
      return `Spans may not overlap here, and that from ${span.start} to ${span.end} does.`
  }
  if (spans.length < least) return least === 1 ? 'Mark at least one span.' : `Mark at least ${least} spans.`
  const most = range?.max ?? MOST_SPANS
  return spans.length > most ? `Mark at most ${most} ${most === 1 ? 'span' : 'spans'}.` : null
}

/** What an answer may be; `least`: how many spans at least. Answers come out in the order of the text. */
export function spansSchema(question: Marking, least?: number): z.ZodType<Json> {
  return z
    .custom<Json>(
      (value) => spansOf(value as Json) !== null,
      'Write {"spans": [{"start": 0, "end": 5, "label": ...}]}.',
    )
    .superRefine((value, context) => {
      const problem = spansProblem(question, spansOf(value) ?? [], least)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    })
    .transform((value) => spansAnswer(question, spansOf(value) ?? []))
}

/** The text that a question's spans are marked in; empty where the content lacks it. */
export const textToMark = ({ spans }: Pick<Question, 'spans'>, content: Json): string => spans?.textIn(content) ?? ''

/**
 * The text of the content that spans are marked in, to take many of them out of: its code points are found once, however often the units of an
 * item are listed anew.
 */
export function pointsToMark({ in: name, textIn }: Pick<Marks, 'in' | 'textIn'>, content: Json): CodePointText {
  const text = textIn(content)
  if (typeof content !== 'object' || content === null) return new CodePointText(text)
  const ofContent = pointsByContent.get(content) ?? new Map<string, CodePointText>()
  pointsByContent.set(content, ofContent)
  const cachedPoints = ofContent.get(name)
  if (cachedPoints?.text === text) return cachedPoints
  const points = new CodePointText(text)
  ofContent.set(name, points)
  return points
}

const pointsByContent = new WeakMap<object, Map<string, CodePointText>>()

/**
 * Texts that these questions mark spans in and that are not stored as their record has them, in an item some of whose characters are not: offsets of
 * the record would name other words there.
 */
export const unmarkableTexts = (questions: readonly Pick<Question, 'spans'>[], content: Json): string[] =>
  questions.map((question) => textToMark(question, content)).filter((text) => unescapeText(text) !== text)

/** What is wrong with the places of spans in the text of an item; null where all lie within it, or the question marks none. */
export function outsideProblem(question: Question, { content }: Pick<Subject, 'content'>, value: Json): string | null {
  return question.form === 'spans' ? beyondProblem(codePointLength(textToMark(question, content)), value) : null
}

/** The same of a text of so many code points; null also where the value is no answer of spans. */
export function beyondProblem(length: number, value: Json): string | null {
  const outside = spansOf(value)?.find(({ end }) => end > length)
  return outside
    ? `The span from ${outside.start} to ${outside.end} ends behind the text, which has ${length} characters.`
    : null
}

/** Runs of characters that equally many lanes marked with one label, of those that any did; in the order of the text within each label. */
export function countedRuns(lanes: readonly (readonly MarkedSpan[])[]): (MarkedSpan & { count: number })[] {
  const labels = [...new Set(lanes.flat().map(({ label }) => label))]
  return labels.flatMap((label) => {
    const changes = new Map<number, number>()
    for (const spans of lanes)
      for (const [start, end] of joined(spans.filter((span) => span.label === label))) {
        changes.set(start, (changes.get(start) ?? 0) + 1)
        changes.set(end, (changes.get(end) ?? 0) - 1)
      }
    const runs: (MarkedSpan & { count: number })[] = []
    let [start, count] = [0, 0]
    for (const [end, change] of [...changes].toSorted(([one], [other]) => one - other)) {
      if (change === 0) continue
      if (count > 0) runs.push({ start, end, label, count })
      start = end
      count += change
    }
    return runs
  })
}

/** Characters that enough lanes marked with a label, as spans; what meets is one. */
function runsOf(lanes: readonly (readonly MarkedSpan[])[], isEnough: (count: number) => boolean): MarkedSpan[] {
  const enough = countedRuns(lanes).filter(({ count }) => isEnough(count))
  return [...new Set(enough.map(({ label }) => label))].flatMap((label) =>
    joined(enough.filter((run) => run.label === label)).map(([start, end]) => ({ start, end, label })),
  )
}

/** By label the characters that more than half of these lanes marked. */
export const markedByMost = (lanes: readonly (readonly MarkedSpan[])[]): MarkedSpan[] =>
  runsOf(lanes, (count) => count * 2 > lanes.length)

/** The characters of spans as stretches that do not meet. */
export function joined(spans: readonly Pick<MarkedSpan, 'start' | 'end'>[]): [start: number, end: number][] {
  const stretches: [number, number][] = []
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = stretches.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else stretches.push([start, end])
  }
  return stretches
}

type Asked = Pick<Question, 'schema' | 'options'>

const lanesOf = (answers: readonly Json[]) => answers.map((answer) => spansOf(answer) ?? [])

const allowed = ({ schema, options }: Asked, spans: readonly MarkedSpan[]): Json => {
  const checked = schema.safeParse(spansAnswer({ options }, spans))
  return checked.success ? checked.data : null
}

/** By label all characters that anybody marked; null where that may not be given, so that a person has to decide. */
export const unionOfSpans = (question: Asked, answers: readonly Json[]): Json =>
  allowed(
    question,
    runsOf(lanesOf(answers), (count) => count > 0),
  )

/** By label the characters that everybody marked; null where that may not be given. */
export const intersectionOfSpans = (question: Asked, answers: readonly Json[]): Json =>
  allowed(
    question,
    runsOf(lanesOf(answers), (count) => count === answers.length),
  )

/**
 * By label the characters that more than half of those who were asked marked; spans that so many gave all alike stay as they are, also where
 * they meet. null where nobody answered or that may not be given.
 */
export function spansByMajority(question: Asked, answers: readonly Json[], askedCount: number): Json {
  if (answers.length * 2 <= askedCount) return null
  const alike = answers.find((answer) => answers.filter((other) => sameValue(other, answer)).length * 2 > askedCount)
  const marked = runsOf(lanesOf(answers), (count) => count * 2 > askedCount)
  return alike ?? allowed(question, marked)
}

/** The answer of a task to such a question about a unit. */
export const markedIn = (answers: Answers, unit: string, question: string): readonly MarkedSpan[] | null =>
  spansOf(answers[unit]?.[question])
