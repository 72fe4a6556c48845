/** What FELM's side audits are made of: yes-or-no checks of a whole item, with the words of whoever finds something. */
import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Measure, Option, Question, Tone } from '@/lib/protocols/protocol'

/** The unit that stands for the whole item. */
export const ITEM = 'item'

const LONGEST_TEXT = 5_000

interface CheckGiven {
  key: string
  title: string
  prompt: string
  /** The heading of the section of the guidelines that is about it. */
  section: string
  /** The words and keys of both answers, with what each means. */
  yes: Pick<Option, 'text' | 'key' | 'definition'>
  no: Pick<Option, 'text' | 'key' | 'definition'>
  /** Which answer is the good one. */
  good: boolean
  /** What stands where as many say one as the other. */
  tie?: boolean
}

/** A check that is always asked: true, false. */
export function checkQuestion({ key, title, prompt, section, yes, no, good, tie }: CheckGiven): Question {
  const tone = (value: boolean): Tone => (value === good ? 'positive' : 'negative')
  return {
    key,
    title,
    prompt,
    section,
    unit: ITEM,
    form: 'choice',
    schema: z.boolean(),
    required: true,
    consolidate: 'decide',
    options: [
      { value: true, tone: tone(true), ...yes },
      { value: false, tone: tone(false), ...no },
    ],
    asked: () => true,
    ...(tie === undefined ? {} : { tie }),
  }
}

/** A text of each annotator's own. */
export function noteQuestion({
  prompt,
  section,
  asked,
  required,
}: Pick<Question, 'prompt' | 'required'> & { section: string; asked: (answers: Answers) => boolean }): Question {
  return {
    key: 'note',
    unit: ITEM,
    title: 'Note',
    prompt,
    section,
    form: 'text',
    required,
    consolidate: 'aside',
    schema: z.string().trim().min(1, 'Write at least a word.').max(LONGEST_TEXT),
    asked: (_, answers) => asked(answers),
  }
}

/** How a check was answered; null while it was not. */
export function checkIn(answers: Answers, key: string): boolean | null {
  const value = answerOf(answers, ITEM, key)
  return typeof value === 'boolean' ? value : null
}

/** All of these: null while one is open. */
export function allOf(checks: readonly (boolean | null)[]): boolean | null {
  return checks.includes(null) ? null : checks.every((check) => check === true)
}

/** Agreement on what follows from the answers, or on one of them. */
export function checkMeasure(
  named: {
    key: string
    title: string
    unitOfAnalysis: string
    words: readonly [yes: string, no: string]
    good?: boolean
  },
  of: (answers: Answers) => boolean | null,
  question?: string,
): Measure {
  const { key, title, unitOfAnalysis, words, good = true } = named
  return {
    key,
    title,
    unitOfAnalysis,
    unit: ITEM,
    level: 'nominal',
    ...(question === undefined ? {} : { question }),
    categories: [true, false].map((value) => ({
      value: String(value),
      text: value ? words[0] : words[1],
      tone: value === good ? ('positive' as const) : ('negative' as const),
    })),
    rating: (_, answers) => {
      const value = of(answers)
      return value === null ? null : String(value)
    },
  }
}
