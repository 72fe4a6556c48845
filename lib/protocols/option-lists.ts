/** Answers that are several options of a question: sets, in the order of the options, and ranks, the first before the others. */
import type { Json, Option, Question } from './protocol'

type Listed = Pick<Question, 'form' | 'options'>

/** The values that an answer lists; none where it is no list. */
export const listedValues = (answer: Json | undefined): readonly Json[] => (Array.isArray(answer) ? answer : [])

/** The options that an answer lists, in its order. */
export const listedOptions = ({ options = [] }: Listed, answer: Json | undefined): Option[] =>
  listedValues(answer).flatMap((value) => options.find((option) => option.value === value) ?? [])

/** A set with the option put in, or taken out; null where nothing is left. */
export function withOption({ options = [] }: Listed, answer: Json | undefined, value: Option['value']): Json {
  const chosen = listedValues(answer)
  const isIn = chosen.includes(value)
  const next = options.filter((option) => (option.value === value ? !isIn : chosen.includes(option.value)))
  return next.length === 0 ? null : next.map((option) => option.value)
}

/** An order with the option one place further up; that of the options where nobody has put them into one. */
export function withOptionUp(question: Listed, answer: Json | undefined, value: Option['value']): Json {
  const order = rankOf(question, answer)
  const at = order.indexOf(value)
  if (at <= 0) return [...order]
  return order.map((each, place) => (place === at - 1 ? value : place === at ? (order[at - 1] ?? null) : each))
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
