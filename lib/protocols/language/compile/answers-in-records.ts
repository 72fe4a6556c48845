/** Answers as a record holds them: read as values of the language, and written as the file says. */
import type { Json } from '@/lib/protocols/answers'
import type { QuestionDefinition } from '@/lib/protocols/language/definition'
import { shownValue } from '@/lib/protocols/shown-value'
import { schemaOf } from './questions'

export type AnswerReading = { ok: true; value: Json } | { ok: false; message: string; fix: string }

/** Between the values of a cell that holds several. */
export const DEFAULT_SEPARATOR = ', '

/** What a record says, as an answer; nothing, null, "" and an empty list are no answer, unless the file says otherwise. */
export function readAnswer(question: QuestionDefinition, written: Json | undefined, csv: boolean): AnswerReading {
  const value = written === undefined ? null : written
  const isBlank = typeof value === 'string' && value.trim() === ''
  const isEmpty = value === null || isBlank || (Array.isArray(value) && value.length === 0)
  const mapped = question.gold.values.some((each) => each.written === value)
  if (isEmptySet(question, written)) return { ok: true, value: [question.gold.empty ?? null] }
  if (isEmpty && !(mapped && written !== undefined)) return { ok: true, value: null }
  const answer = asAnswer(question, value, csv)
  const checked = schemaOf(question).safeParse(answer)
  if (checked.success) return { ok: true, value: checked.data }
  const allowedAnswers = question.options.map((option) => shownValue(writeValue(question, option.value)))
  return {
    ok: false,
    message: `${shownValue(value)} is not an answer to "${question.id}".`,
    fix:
      allowedAnswers.length > 0
        ? `Use ${allowedAnswers.join(', ')}. Where records have other words, the protocol file says which under record.gold.${question.id}.values.`
        : (checked.error.issues[0]?.message ?? 'Write another value.'),
  }
}

/** Is it how the record writes the value that stands for an empty set? */
function isEmptySet({ gold }: QuestionDefinition, written: Json | undefined): boolean {
  if (gold.empty === undefined) return false
  return gold.separator === null ? Array.isArray(written) && written.length === 0 : written === ''
}

function asAnswer(question: QuestionDefinition, value: Json, csv: boolean): Json {
  const { form, gold } = question
  if (form === 'set' || form === 'rank') {
    const separator = gold.separator ?? (csv ? DEFAULT_SEPARATOR : null)
    const list = typeof value === 'string' && separator !== null ? value.split(separator) : value
    if (Array.isArray(list)) return list.map((entry) => optionFor(question, entry, csv))
    // A record that has one value as it is, and several as a list, says the same.
    return form === 'set' && separator === null ? [optionFor(question, list, csv)] : list
  }
  if (form === 'number') return csv && typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (form === 'links') return typeof value === 'string' ? [{ url: value }] : asLinks(value)
  return form === 'text' ? value : optionFor(question, value, csv)
}

const asLinks = (value: Json): Json =>
  Array.isArray(value) ? value.map((entry) => (typeof entry === 'string' ? { url: entry } : entry)) : value

/** The option that is written so; the value itself where none is. */
export function optionFor({ options, gold }: QuestionDefinition, value: Json, csv: boolean): Json {
  const spelling = gold.values.find((each) => each.written === value)
  if (spelling) return spelling.answer
  const plain = options.filter((option) => !gold.values.some(({ answer }) => answer === option.value))
  const found = plain.find((option) => option.value === value || (csv && String(option.value) === value))
  if (found) return found.value
  return csv ? (gold.values.find((each) => String(each.written) === value)?.answer ?? value) : value
}

/** An answer as it stands in a record; null where there is none. */
export function writeAnswer(question: QuestionDefinition, answer: Json, csv: boolean): Json {
  const { form, gold } = question
  if (answer === null) return csv ? '' : null
  if ((form === 'set' || form === 'rank') && Array.isArray(answer)) {
    const separator = gold.separator ?? (csv ? DEFAULT_SEPARATOR : null)
    if (gold.empty !== undefined && answer.length === 1 && answer[0] === gold.empty) return separator === null ? [] : ''
    const values = answer.map((entry) => writeValue(question, entry))
    return separator === null ? values : values.map(String).join(separator)
  }
  const value = writeValue(question, answer)
  return csv && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : value
}

export const writeValue = ({ gold }: QuestionDefinition, answer: Json): Json => {
  const spelling = gold.values.find((each) => each.answer === answer)
  return spelling ? spelling.written : answer
}
