import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, ItemLabel, Json, RollUpRule, Subject } from '@/lib/protocols/protocol'
import { isJsonRecord, withoutNulls } from '@/lib/protocols/record-fields'
import { tokenEditDistance } from '@/lib/stats/token-edit-distance'
import { contradictionScores } from './content'
import { errorTypes } from './options'
import { passes } from './questions'
import { exampleOf } from './units'

/** The stage's key. */
export const VALIDATE = 'validate'

const ALL_PASS = 'allPass'

/** How an example's label follows from its contradictions'. A roll-up holds its labels as `valid`. */
export const rollUps: readonly RollUpRule[] = [
  {
    key: ALL_PASS,
    title: 'Every contradiction passes',
    description:
      'An example is valid if every one of its contradictions is non-factual, fluent and self-consistent (FACTOR, section 3.3.1).',
  },
]

export const itemLabel: ItemLabel = {
  stage: VALIDATE,
  values: [
    { value: true, text: 'Valid', tone: 'positive' },
    { value: false, text: 'Not valid', tone: 'negative' },
  ],
  // An example that is not judged through has no label.
  byRule: ({ valid = null }) => (isJsonRecord(valid) ? withoutNulls(valid) : {}),
}

/** What is counted of a contradiction: its answers, its distance from the completion in words, its scores. */
export const counted = z.object({
  distance: z.number(),
  nonFactual: z.boolean().nullable(),
  fluent: z.boolean().nullable(),
  selfConsistent: z.boolean().nullable(),
  errorType: z.enum(errorTypes).nullable(),
  /** The kind of error that was asked for; the threshold of the contradiction filter depends on it. */
  asked: z.enum(errorTypes).nullable(),
  scores: contradictionScores.nullable(),
})
export type CountedContradiction = z.infer<typeof counted>

/** Distances in whitespace words between the originals (lib/stats/token-edit-distance.ts; SEEDS 4.4). */
export function rollUp(subject: Subject, answers: Answers): { [key: string]: Json } {
  const { completion, contradictions } = exampleOf(subject.content)
  const passing = contradictions.map(({ key }) => passes(answers, key))
  const valid = passing.includes(false) ? false : passing.length > 0 && !passing.includes(null) ? true : null
  return {
    valid: { [ALL_PASS]: valid },
    passing: passing.filter((each) => each === true).length,
    contradictions: contradictions.map(({ key, text, type, scores }) => {
      const about = (question: string) => answerOf(answers, key, question)
      const nonFactual = about('nonFactual')
      return {
        distance: tokenEditDistance(completion ?? '', text).value,
        nonFactual,
        fluent: about('fluent'),
        selfConsistent: about('selfConsistent'),
        errorType: nonFactual === true ? about('errorType') : null,
        asked: type,
        scores: scores && { ...scores },
      }
    }),
  }
}
