/** Which units were picked, as a record says it: by their names, or by their places in a list from 0. */
import type { Json } from '@/lib/protocols/answers'
import { type Definition, ITEM, type QuestionDefinition } from '@/lib/protocols/language/definition'
import { fieldName } from '@/lib/protocols/language/pointers'
import type { RecordProblem } from '@/lib/protocols/records'
import { shownValue } from '@/lib/protocols/shown-value'
import { type AnswerReading, DEFAULT_SEPARATOR, optionFor, writeValue } from './answers-in-records'
import type { Pickable } from './pickables'
import { schemaOf } from './questions'
import { type GivenUnit, storedUnits } from './units'

/** What of a record cannot be picked from: too little, a text without words, a name that is taken or cannot be written. */
export function pickableProblems({ stages, record }: Definition, content: Json): RecordProblem[] {
  const questions = stages.flatMap((stage) => stage.questions.filter(({ picks }) => picks))
  const units = storedUnits(content)
  const found = questions.flatMap((question) => {
    const of = question.picks?.of
    const wholes =
      question.on === ITEM ? [ITEM] : units.filter(({ kind }) => kind === question.on).map(({ key }) => key)
    return wholes.flatMap((whole) => {
      const pickables = units.filter(({ kind, parent }) => kind === of && (parent ?? ITEM) === whole)
      const least = Math.max(2, question.min ?? 1)
      const few: RecordProblem[] =
        pickables.length < least && question.when === null
          ? [
              {
                field: of ?? '',
                message: `There ${pickables.length === 1 ? 'is 1' : `are ${pickables.length}`} to pick from in "${question.id}".`,
                fix: `Give at least ${least}, or leave the record out.`,
              },
            ]
          : []
      return [...few, ...pickables.flatMap((unit) => unitProblems(question, unit, record.csv))]
    })
  })
  // Several questions may pick from the same units.
  return found.filter(
    ({ field, message }, index) =>
      found.findIndex((other) => other.field === field && other.message === message) === index,
  )
}

function unitProblems(question: QuestionDefinition, { text, name, at }: GivenUnit, csv: boolean): RecordProblem[] {
  const { gold, options, votes } = question
  const field = fieldName(at)
  const problems: RecordProblem[] = []
  if (text.trim() === '')
    problems.push({ field, message: 'The text is empty.', fix: 'Write one, or leave the record out.' })
  if (name === undefined) return problems
  const words = [gold, ...(votes ? [votes.written] : [])].flatMap(({ values }) => values.map(({ written }) => written))
  const reservedWords = [...options.map(({ value }) => value), ...(question.picks?.names ? [] : words)]
  if (reservedWords.some((word) => String(word) === String(name)))
    problems.push({
      field,
      message: `${shownValue(name)} is what is said instead of picking in "${question.id}".`,
      fix: 'Give it another name.',
    })
  const separator = separatorOf(question, csv)
  if (separator !== null && String(name).includes(separator))
    problems.push({
      field,
      message: `The name ${shownValue(name)} holds ${shownValue(separator)}, which parts names.`,
      fix: 'Give it another name.',
    })
  return problems
}

/** Nothing, null, blanks and an empty list are no answer, unless the file says that something is written so. */
export function readPick(
  question: QuestionDefinition,
  written: Json | undefined,
  pickables: readonly Pickable[],
  csv: boolean,
): AnswerReading {
  const value = written === undefined ? null : written
  const isBlank = typeof value === 'string' && value.trim() === ''
  const isEmpty = value === null || isBlank || (Array.isArray(value) && value.length === 0)
  if (isEmpty && !question.gold.values.some((each) => each.written === value)) return { ok: true, value: null }
  const chosenOption = question.options.find((option) => option.value === optionFor(question, value, csv))
  if (chosenOption) return { ok: true, value: chosenOption.value }
  const entries = severalIn(question, value, csv).map((entry) => ({
    entry,
    unit: unitCalled(question, entry, pickables, csv),
  }))
  const unknown = entries.find(({ unit }) => !unit)
  const names = [...pickables.map(({ name }) => name), ...question.options.map((option) => option.value)]
  if (unknown)
    return {
      ok: false,
      message: `${shownValue(unknown.entry)} names none of what is picked from in "${question.id}".`,
      fix: `Use ${names.map((name) => shownValue(writeValue(question, name))).join(', ')}.`,
    }
  const checked = schemaOf(question).safeParse(entries.map(({ unit }) => unit?.key ?? ''))
  if (checked.success) return { ok: true, value: checked.data }
  return {
    ok: false,
    message: `${shownValue(value)} is not an answer to "${question.id}".`,
    fix: checked.error.issues[0]?.message ?? 'Write another value.',
  }
}

/** What stands between several names in one text; null where they are a list, or one. */
const separatorOf = ({ gold, max }: QuestionDefinition, csv: boolean): string | null =>
  (max ?? 1) > 1 ? (gold.separator ?? (csv ? DEFAULT_SEPARATOR : null)) : null

/** The entries of a list, or of a text that holds several; a single name is a list of it. */
function severalIn(question: QuestionDefinition, value: Json, csv: boolean): Json[] {
  if (Array.isArray(value)) return value
  const separator = separatorOf(question, csv)
  return typeof value === 'string' && separator !== null ? value.split(separator) : [value]
}

function unitCalled(
  question: QuestionDefinition,
  written: Json,
  pickables: readonly Pickable[],
  csv: boolean,
): Pickable | undefined {
  const { values } = question.gold
  const optionValue = optionFor(question, written, csv)
  // What is written in another way is not known by its own name.
  const isMapped = values.some((each) => String(each.written) === String(written))
  if (!isMapped && values.some(({ answer }) => String(answer) === String(optionValue))) return undefined
  return pickables.find(({ name }) => String(name) === String(optionValue))
}

/** An order in which all that can be picked was seen, by name; null where the record says nothing of it. */
export function readOrder(
  question: QuestionDefinition,
  written: Json | undefined,
  pickables: readonly Pickable[],
): AnswerReading {
  if (written === undefined || written === null) return { ok: true, value: null }
  const writtenNames = Array.isArray(written) ? written : []
  const keys = writtenNames.flatMap((name) => unitCalled(question, name, pickables, false)?.key ?? [])
  const isOrder = keys.length === writtenNames.length && new Set(keys).size === pickables.length
  if (isOrder && keys.length === pickables.length) return { ok: true, value: keys }
  return {
    ok: false,
    message: `${shownValue(written)} does not name each of what is picked from in "${question.id}" once.`,
    fix: 'Name all of them in the order in which they were seen, or write null where nobody knows it.',
  }
}

/** The names of units in this order. */
export const writeOrder = (
  question: QuestionDefinition,
  keys: readonly string[],
  pickables: readonly Pickable[],
): Json =>
  keys.flatMap((key) => {
    const found = pickables.find((each) => each.key === key)
    return found ? [writeValue(question, found.name)] : []
  })

/** The names of what was picked, as a list where several may be; a value that stands beside the units as it is. */
export function writePick(
  question: QuestionDefinition,
  answer: Json,
  pickables: readonly Pickable[],
  csv: boolean,
): Json {
  if (answer === null) return csv ? '' : null
  const inText = (value: Json) => (csv && typeof value !== 'string' ? String(value) : value)
  if (!Array.isArray(answer)) return inText(writeValue(question, answer))
  const names = pickables.filter(({ key }) => answer.includes(key)).map(({ name }) => writeValue(question, name))
  const separator = separatorOf(question, csv)
  if (separator !== null) return names.map(String).join(separator)
  return (question.max ?? 1) > 1 ? names : inText(names[0] ?? null)
}
