/** Answers that are several options of a question: sets, in the order of the options, and ranks, the first before the others. */
import { spansAnswer, spansOf } from './marked-spans'
import type { Json, Option, Question } from './protocol'

type Listed = Pick<Question, 'form' | 'options' | 'range'>

/** The values that an answer lists; none where it is no list. */
export const listedValues = (answer: Json | undefined): readonly Json[] => (Array.isArray(answer) ? answer : [])

/** The options that an answer lists, in its order. */
export const listedOptions = ({ options = [] }: Pick<Listed, 'options'>, answer: Json | undefined): Option[] =>
  listedValues(answer).flatMap((value) => options.find((option) => option.value === value) ?? [])

/** The words of an answer that is an option, or several; null where it is none. */
export function optionWords(question: Pick<Listed, 'options'>, answer: Json): string | null {
  const listed = listedOptions(question, answer)
  if (listed.length > 0) return listed.map(({ text }) => text).join(', ')
  return question.options?.find(({ value }) => value === answer)?.text ?? null
}

/** A value as it is stored: sets in the order of their options and spans in that of the text, so that what is equal are equal values. */
export function inOptionOrder({ form, options = [] }: Listed, value: Json): Json {
  const spans = form === 'spans' ? spansOf(value) : null
  if (spans) return spansAnswer({ options }, spans)
  if (form !== 'set' || !Array.isArray(value)) return value
  const chosenValues = options.filter((option) => value.includes(option.value)).map((option) => option.value)
  return chosenValues.length === value.length ? chosenValues : value
}

/**
 * A set with the option put in, or taken out; null where nothing is left. An option that is chosen alone takes the others out, and goes
 * when another is chosen. Where the set has as many as it may, nothing is put in.
 */
export function withOption({ options = [], range }: Listed, answer: Json | undefined, value: Option['value']): Json {
  const chosen = listedValues(answer)
  const isIn = chosen.includes(value)
  if (!isIn && options.some((option) => option.value === value && option.exclusive)) return [value]
  const next = options.filter((option) =>
    option.value === value ? !isIn : chosen.includes(option.value) && (isIn || !option.exclusive),
  )
  if (!isIn && next.length > (range?.max ?? options.length)) return [...chosen]
  return next.length === 0 ? null : next.map((option) => option.value)
}

/** Can the option be put into the set, or taken out of it? */
export function isOpenTo(question: Listed, answer: Json | undefined, { value, exclusive }: Option): boolean {
  const chosen = listedValues(answer)
  return exclusive || chosen.includes(value) || listedValues(withOption(question, answer, value)).includes(value)
}

/** What two sets have that the other lacks. */
export const onlyIn = (one: Json, other: Json): readonly Json[] =>
  listedValues(one).filter((value) => !listedValues(other).includes(value))

/**
 * One set of what several hold. What is chosen alone gives way to what others chose; null where two such values meet, or the set is
 * none that may be given, so that a person has to decide.
 */
export function unionOfSets(
  { options = [], schema }: Pick<Question, 'options' | 'schema'>,
  sets: readonly Json[],
): Json {
  const chosen = options.filter(({ value }) => sets.some((set) => listedValues(set).includes(value)))
  const together = chosen.filter(({ exclusive }) => !exclusive)
  return allowedSet(schema, together.length > 0 ? together : chosen)
}

/** The values that more than half of those who were asked chose, each by itself; null where these are no set that may be given. */
export function setByMajority(
  { options = [], schema }: Pick<Question, 'options' | 'schema'>,
  sets: readonly Json[],
  askedCount: number,
): Json {
  const has = (value: Json) => sets.filter((set) => listedValues(set).includes(value)).length
  return allowedSet(
    schema,
    options.filter(({ value }) => has(value) * 2 > askedCount),
  )
}

function allowedSet(schema: Question['schema'], options: readonly Option[]): Json {
  const checked = schema.safeParse(options.map(({ value }) => value))
  return checked.success ? checked.data : null
}

/** An order with the option one place further up; that of the options where nobody has put them into one. */
export function withOptionUp(question: Listed, answer: Json | undefined, value: Option['value']): Json {
  const order = rankOf(question, answer)
  const index = order.indexOf(value)
  if (index <= 0) return [...order]
  return order.map((each, place) => (place === index - 1 ? value : place === index ? (order[index - 1] ?? null) : each))
}

/** The order that is shown: the answer, or that of the options. */
export function rankOf({ options = [] }: Listed, answer: Json | undefined): readonly Json[] {
  const chosen = listedValues(answer)
  return chosen.length === options.length ? chosen : options.map(({ value }) => value)
}

/** What choosing an option makes of an answer, by the form of the question. */
export function withChoice(question: Listed, answer: Json | undefined, value: Option['value']): Json {
  if (question.form === 'set') return withOption(question, answer, value)
  return question.form === 'rank' ? withOptionUp(question, answer, value) : value
}

/** How many values are to be chosen, in words; null where any number may be, from one on. */
export function numberToChoose({ form, options = [], range }: Listed): string | null {
  if (form !== 'set' || !range) return null
  const together = options.filter(({ exclusive }) => !exclusive).length
  const [least, most] = [range.min ?? 1, range.max ?? together]
  if (least === most) return `Choose ${least}.`
  if (least > 1) return most < together ? `Choose ${least} to ${most}.` : `Choose at least ${least}.`
  return most < together ? `Choose at most ${most}.` : null
}
