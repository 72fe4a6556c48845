/** Columns for the answers to questions, typed by the form of the question. Pure. */

import type { ColumnType } from '@/lib/gold/releases/contract'
import { entriesOf } from '@/lib/protocols/made-units'
import { spansOf } from '@/lib/protocols/marked-spans'
import type { Json, Question } from '@/lib/protocols/protocol'
import type { ItemEntry } from './item-entry'
import { type Cell, type Field, field } from './table'

/** Where the answers to a unit are found, and what their columns are called. */
interface Reading<Of extends ItemEntry> {
  answer: (from: Of, question: string) => Json
  /** The name of a question's column where it is not the question's key. */
  name?: (question: Question) => string
}

/** A span is two columns, anything else one. Their names are the protocol's. */
export function questionFields<Of extends ItemEntry>(question: Question, reading: Reading<Of>): Field<Of>[] {
  return fieldsOf(question, reading).map((each) => ({ ...each, isChosen: true }))
}

function fieldsOf<Of extends ItemEntry>(question: Question, { answer, name }: Reading<Of>): Field<Of>[] {
  const { key, title } = question
  const column = name?.(question) ?? key
  if (question.form === 'span')
    return (['start', 'end'] as const).map((edge) =>
      field(
        `${column}_${edge}`,
        'int64',
        `${title}: where it ${edge}s in the text of the parent, in code points`,
        (from) => edgeOf(answer(from, key), edge),
      ),
    )
  if (question.form === 'spans')
    return [
      field(column, 'strings', `${title}: each span as JSON (start and end in code points, label)`, (from) => {
        const spans = spansOf(answer(from, key))
        return spans ? spans.map((span) => JSON.stringify(span)) : null
      }),
    ]
  const type = typeOf(question)
  return [field(column, type, title, (from) => cellOf(question, type, answer(from, key), from))]
}

/** A choice has the type of its options where they share one. */
export function typeOf({ form, options = [] }: Question): ColumnType {
  if (form === 'number') return 'float64'
  if (form === 'text') return 'string'
  if (form !== 'choice') return 'strings'
  const types = new Set(options.map(({ value }) => typeof value))
  if (types.size !== 1) return 'string'
  return types.has('boolean') ? 'bool' : types.has('number') ? 'float64' : 'string'
}

function cellOf({ form }: Question, type: ColumnType, value: Json, { item }: ItemEntry): Cell {
  if (value === null) return null
  const formatUnitId = (key: string) => `${item.position}/${key}`
  // What is said instead of picking names no unit.
  if (form === 'references' && !Array.isArray(value)) return [textOf(value)]
  if (form === 'list') return entriesOf(value).map(({ key }) => formatUnitId(key))
  if (type !== 'strings') return scalarOf(type, value)
  const entries = Array.isArray(value) ? value : [value]
  return entries.map((entry) =>
    form === 'references' ? formatUnitId(textOf(entry)) : form === 'links' ? linkOf(entry) : textOf(entry),
  )
}

function scalarOf(type: ColumnType, value: Json): Cell {
  if (type === 'string') return textOf(value)
  const expected = type === 'bool' ? 'boolean' : 'number'
  return typeof value === expected && (typeof value === 'boolean' || typeof value === 'number') ? value : null
}

/** Texts as they are, anything else as JSON. */
export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const linkOf = (entry: Json): string =>
  typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? textOf(entry.url ?? null) : textOf(entry)

function edgeOf(value: Json, edge: 'start' | 'end'): number | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const place = value[edge]
  return typeof place === 'number' ? place : null
}
