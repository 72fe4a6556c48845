import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Question, UnitDraft } from '@/lib/protocols/protocol'
import { errorTypeOptions, errorTypes, fluentOptions, nonFactualOptions, selfConsistentOptions } from './options'
import { CONTRADICTION } from './units'

const LONGEST_NOTE = 5_000

/** The three properties a contradiction has to have (FACTOR 3.3.1), by question. */
export const PROPERTIES = ['nonFactual', 'fluent', 'selfConsistent'] as const
export type Property = (typeof PROPERTIES)[number]

/** Each has a section of the guidelines whose heading is its prompt. */
const property = (key: Property, title: string, prompt: string, options: Question['options']): Question => ({
  key,
  unit: CONTRADICTION,
  title,
  prompt,
  section: prompt,
  form: 'choice',
  options,
  schema: z.boolean(),
  asked: () => true,
  required: true,
  consolidate: 'decide',
})

const isNonFactual = (answers: Answers, unit: UnitDraft) => answerOf(answers, unit.key, 'nonFactual') === true

export const questions: readonly Question[] = [
  property('nonFactual', 'Non-factual', 'Does it contradict the true completion?', nonFactualOptions),
  property('fluent', 'Fluent', 'Is it fluent?', fluentOptions),
  property('selfConsistent', 'Self-consistent', 'Is it consistent with itself?', selfConsistentOptions),
  {
    key: 'errorType',
    unit: CONTRADICTION,
    title: 'Error type',
    prompt: 'What did the edit change?',
    section: 'What did the edit change?',
    form: 'choice',
    options: errorTypeOptions,
    schema: z.enum(errorTypes),
    asked: (_, answers, unit) => isNonFactual(answers, unit),
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'note',
    unit: CONTRADICTION,
    title: 'Note',
    prompt: 'Anything worth knowing about it?',
    section: 'When in doubt',
    form: 'text',
    schema: z.string().trim().min(1, 'Write at least a word.').max(LONGEST_NOTE),
    asked: () => true,
    required: false,
    consolidate: 'aside',
  },
]

/** Has it all three properties? null while that is not decided: one no is enough. */
export function passes(answers: Answers, key: string): boolean | null {
  const values = PROPERTIES.map((question) => answerOf(answers, key, question))
  if (values.includes(false)) return false
  return values.every((value) => value === true) ? true : null
}
