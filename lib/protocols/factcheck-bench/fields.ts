/** What the questions of several stages have in common. */
import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import { linkProblem } from '@/lib/protocols/links'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, Json, Measure, Option, Question, UnitDraft } from '@/lib/protocols/protocol'

const LONGEST_TEXT = 20_000

/** The key of the unit that stands for the whole item. */
export const ITEM = 'item'

/** A text that says something; its outer blanks are kept, because texts are compared with published ones. */
export const textSchema: z.ZodType<Json> = z
  .string()
  .max(LONGEST_TEXT, `At most ${LONGEST_TEXT} characters.`)
  .refine((text) => text.trim() !== '', 'Write at least a word.')

/** An absolute web address. */
export const urlSchema: z.ZodType<Json> = z.string().superRefine((url, context) => {
  const message = linkProblem(url.trim())
  if (message) context.addIssue({ code: 'custom', message })
})

/** A choice: its options and the schema that allows exactly their values. */
export function choice(options: readonly Option[]): Pick<Question, 'form' | 'options' | 'schema'> {
  const values = options.map(({ value }) => value)
  const schema = z
    .union([z.string(), z.boolean()])
    .refine((value) => values.includes(value), 'Choose one of the values.')
  return { form: 'choice', options, schema }
}

/** The choice made, as text; null while there is none. */
export function chosen(answers: Answers, unit: string, question: string): string | null {
  const value = answerOf(answers, unit, question)
  return typeof value === 'string' ? value : null
}

/** The text written, without outer blanks; null while there is none. */
export function written(answers: Answers, unit: string, question: string): string | null {
  return chosen(answers, unit, question)?.trim() ?? null
}

/** Does the list of the unit's whole hold it? A unit that left the list keeps its answers, but they do not count. */
export function isListed(answers: Answers, unit: UnitDraft, question: string): boolean {
  if (unit.parent === undefined) return false
  return entriesOf(answers[unit.parent]?.[question]).some(({ key }) => key === unit.key)
}

interface MeasuredChoice {
  /** The question. */
  key: string
  title: string
  unit: string
  options: readonly Option[]
  /** The measure's key, where it is not the question's: keys of measures are told apart within a stage. */
  as?: string
  distances?: Measure['distances']
}

/** Agreement on a choice, as everybody gave it. `isAsked`: of the units where the question arises. */
export function choiceMeasure(
  question: MeasuredChoice,
  unitOfAnalysis: string,
  isAsked: (answers: Answers, unit: UnitDraft) => boolean = () => true,
): Measure {
  const { key, title, unit, options, as = key, distances } = question
  return {
    key: as,
    title,
    unitOfAnalysis,
    unit,
    question: key,
    level: 'nominal',
    categories: options.map(({ value, text, tone }) => ({ value: String(value), text, tone })),
    rating: (_, answers, each) => (isAsked(answers, each) ? chosen(answers, each.key, key) : null),
    ...(distances ? { distances } : {}),
  }
}
