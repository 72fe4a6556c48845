/** What a model can choose among, as it is put to it, and the answers that its choices make. */
import { z } from 'zod'
import type { Json, Subject, UnitDraft } from '@/lib/protocols/answers'
import { schemaOf } from '@/lib/protocols/language/compile/questions'
import type { QuestionDefinition } from '@/lib/protocols/language/definition'
import { pickedFrom } from '@/lib/protocols/picks'
import type { StepOf } from './step-context'

/** What a model can answer, as it is put to it. */
export interface Choice {
  name: string
  line: string
  value: Json
  /** Is it a unit, of which several may be picked? */
  isUnit: boolean
}

/** The values of a question, or the labels of spans, each on a line with what it means. */
export function choicesAmong({ options }: QuestionDefinition, words: StepOf['words']): Choice[] {
  return options.map(({ value, text, says, exclusive }): Choice => {
    const alone = exclusive ? ' (only alone)' : ''
    return {
      name: String(value),
      line: `- ${String(value)} (${words(text)})${alone}: ${words(says)}`,
      value,
      isUnit: false,
    }
  })
}

/**
 * The values of a question; of one that picks before them the units, under numbers in the order of their keys, which is nobody's: models
 * prefer places as people do.
 */
export function choicesOf(
  question: QuestionDefinition,
  { units: all }: Subject,
  [unit]: readonly UnitDraft[],
  words: StepOf['words'],
): Choice[] {
  const values = choicesAmong(question, words)
  const { picks } = question
  if (!picks || !unit) return values
  const units = pickedFrom({ picks: { kind: picks.of, keys: picks.keys } }, all, unit.key)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, text }, place): Choice => {
      const name = `#${place + 1}`
      return { name, line: `- ${name}: ${text.trim()}`, value: key, isUnit: true }
    })
  return [...units, ...values]
}

const isOfSeveral = (question: QuestionDefinition): boolean => question.form === 'set' || mostChosen(question) > 1

/** How many values an answer can have. */
export function mostChosen({ form, max, options }: QuestionDefinition): number {
  if (form === 'set') return max ?? options.length
  return form === 'pick' ? (max ?? 1) : 1
}

export const numberAsked = ({ form, min, max }: QuestionDefinition): string => {
  if (form === 'pick' && (max ?? 1) > 1) return `(one value, or ${min ?? 1} to ${max} that begin with #)`
  if (form !== 'set') return '(one value)'
  if (max === null) return min === null || min < 2 ? '(one value or more)' : `(at least ${min} values)`
  return `(${min ?? 1} to ${max} values)`
}

/** The answer that these values make; null where they make none that may be given: it is left to people. */
export function answerOf(question: QuestionDefinition, chosen: readonly Choice[]): Json {
  const values = chosen.map(({ value }) => value)
  const areSeveral = question.form === 'set' || (chosen.length > 0 && chosen.every(({ isUnit }) => isUnit))
  const checked = schemaOf(question).safeParse(areSeveral ? values : values.length === 1 ? values[0] : null)
  return checked.success ? checked.data : null
}

/** What is answered to a question: one value or several by their names, null where a condition may keep it from being asked. */
export function shapeOf(question: QuestionDefinition, choices: readonly Choice[]): z.ZodType<Json> {
  const name = z.enum(choices.map((choice) => choice.name) as [string, ...string[]])
  const one = choices.every(({ value }) => typeof value === 'boolean') ? z.boolean() : name
  const shape = isOfSeveral(question) ? z.array(name) : one
  return question.when === null ? shape : shape.nullable()
}

/** The question by its name, with its values. */
export function inLines(question: QuestionDefinition, choices: readonly Choice[], words: StepOf['words']): string {
  const maybe = question.when === null ? '' : ' (null where it does not arise)'
  return [
    `${question.id}: ${words(question.ask)} ${numberAsked(question)}${maybe}`,
    ...choices.map(({ line }) => line),
  ].join('\n')
}

/** The names of choices in what was answered in that shape. */
export const namesGiven = (given: Json | undefined): string[] =>
  given === null || given === undefined ? [] : (Array.isArray(given) ? given : [given]).map(String)
