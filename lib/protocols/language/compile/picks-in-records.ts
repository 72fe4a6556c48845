/** Which units were picked, as a record says it: by their names, or by their places in a list from 0. */
import type { Json, UnitDraft } from '@/lib/protocols/answers'
import type { QuestionDefinition } from '@/lib/protocols/language/definition'
import { shownValue } from '@/lib/protocols/shown-value'
import { type AnswerReading, DEFAULT_SEPARATOR, optionFor, writeValue } from './answers-in-records'
import { schemaOf } from './questions'
import { storedUnits } from './units'

/** A unit that can be picked, and what records call it. */
export interface Pickable {
  key: string
  name: string | number
}

/** What a question about this unit picks from, in the order of the record. */
export const pickablesIn = (content: Json, { picks }: Pick<QuestionDefinition, 'picks'>, unit: UnitDraft): Pickable[] =>
  storedUnits(content)
    .filter(({ kind, parent }) => kind === picks?.of && (parent ?? unit.key) === unit.key)
    .map(({ key, name, at }) => ({ key, name: name ?? Number(at.at(-1)) }))

/** Nothing, null, "" and an empty list are no answer, unless the file says that something is written so. */
export function readPick(
  question: QuestionDefinition,
  written: Json | undefined,
  pickables: readonly Pickable[],
  csv: boolean,
): AnswerReading {
  const value = written === undefined ? null : written
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty && !question.gold.values.some((each) => each.written === value)) return { ok: true, value: null }
  const said = question.options.find((option) => option.value === optionFor(question, value, csv))
  if (said) return { ok: true, value: said.value }
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

/** The entries of a list, or of a text that holds several; a single name is a list of it. */
function severalIn({ gold, max }: QuestionDefinition, value: Json, csv: boolean): Json[] {
  if (Array.isArray(value)) return value
  const separator = gold.separator ?? (csv && (max ?? 1) > 1 ? DEFAULT_SEPARATOR : null)
  return typeof value === 'string' && separator !== null ? value.split(separator) : [value]
}

function unitCalled(
  question: QuestionDefinition,
  written: Json,
  pickables: readonly Pickable[],
  csv: boolean,
): Pickable | undefined {
  const { values } = question.gold
  const said = optionFor(question, written, csv)
  // What is written in another way is not known by its own name.
  if (said === written && values.some(({ answer }) => answer === said)) return undefined
  return pickables.find(({ name }) => name === said || (csv && String(name) === said))
}

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
  const { gold, max } = question
  if (gold.separator !== null || (csv && (max ?? 1) > 1))
    return names.map(String).join(gold.separator ?? DEFAULT_SEPARATOR)
  return (max ?? 1) > 1 ? names : inText(names[0] ?? null)
}
