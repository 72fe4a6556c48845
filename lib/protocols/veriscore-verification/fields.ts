/** What questions, rules and formats have in common. */
import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, Json, Option, Question, Subject, UnitDraft } from '@/lib/protocols/protocol'

const LONGEST_TEXT = 10_000

/** The key of the unit that stands for the claim. */
export const ITEM = 'item'
/** The stage's key. */
export const VERIFY = 'verify'

/** A text that says something. */
export const textSchema: z.ZodType<Json> = z
  .string()
  .max(LONGEST_TEXT, `At most ${LONGEST_TEXT} characters.`)
  .refine((text) => text.trim() !== '', 'Write at least a word.')

/** A choice: its options and the schema that allows exactly their values. */
export function choice(options: readonly Option[]): Pick<Question, 'form' | 'options' | 'schema'> {
  const values = options.map(({ value }) => value)
  const schema = z.string().refine((value) => values.includes(value), 'Choose one of the values.')
  return { form: 'choice', options, schema }
}

/** The choice made or the text written; null while there is none. */
export function chosen(answers: Answers, unit: string, question: string): string | null {
  const value = answerOf(answers, unit, question)
  return typeof value === 'string' ? value : null
}

/** The keys of the results that a part names. */
export const referencesIn = (answers: Answers, unit: string, question: string): string[] => {
  const value = answerOf(answers, unit, question)
  return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : []
}

/** The units of search results, in order of rank. */
export const resultsOf = ({ units }: Pick<Subject, 'units'>): UnitDraft[] =>
  units.filter(({ kind }) => kind === 'result')

/** Does the claim's list of parts hold it? A part that left the list keeps its answers, but they do not count. */
export const isListedPart = (answers: Answers, unit: UnitDraft): boolean =>
  entriesOf(answers[ITEM]?.parts).some(({ key }) => key === unit.key)
