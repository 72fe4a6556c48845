/** A record with columns of its own as one of the protocol's format, and the labels that its columns state. Pure. */
import { withValueAt } from '@/lib/protocols/language/pointers'
import { inOptionOrder } from '@/lib/protocols/option-lists'
import { IMPORTED, IMPORTED_LABELS } from '@/lib/protocols/own-columns'
import type { Answers, Json, Protocol, Question, RecordProblem, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import type { ColumnField } from '@/lib/protocols/records'
import { shownValue } from '@/lib/protocols/shown-value'
import { counted } from '@/lib/text/counted'
import { columnsIn, isEmpty, listOf, wordOf } from './columns'
import type { ColumnMapping, LabelColumn } from './contract'
import { labelQuestions, PROBLEMS_COLUMN } from './guess'
import { columnNames, listedIn, numberIn, optionFor } from './rules'
import { textValue } from './text-value'

/** An answer that a column states, before the units are known. */
interface StatedLabel extends Pick<LabelColumn, 'column' | 'unit' | 'question'> {
  /** Of the units of its kind, from 1. */
  place: number
  value: Json
  /** Of a column with a list: how many entries it has. */
  entries?: number
}

export interface MappedRecord {
  /** Fields of the format, and what is left of the record. */
  value: JsonRecord
  labels: StatedLabel[]
  problems: RecordProblem[]
  notes: RecordProblem[]
}

/** Does a record hold labels that a mapping read from its columns? */
export const hasImportedLabels = (record: Json): boolean => isJsonRecord(record) && IMPORTED_LABELS in record

/** Makes the record. Nothing of the old one is lost: what no field was read from stands under `imported`. */
export function mapRecord(protocol: Protocol, mapping: ColumnMapping, record: JsonRecord): MappedRecord {
  const { columns, notes: columnNotes } = columnsIn(record)
  const notes = [...columnNotes]
  const problems: RecordProblem[] = []
  let fields: JsonRecord = {}
  for (const field of protocol.columns?.fields ?? []) {
    const from = Object.hasOwn(mapping.fields, field.key) ? mapping.fields[field.key] : undefined
    if (!from) continue
    const values = from.flatMap((name) => filled(columns.get(name)))
    if (values.length === 0) {
      if (field.required) problems.push(emptyField(from))
      continue
    }
    const value = readField(field, from, { values, columns, problems, notes })
    fields = withValueAt(fields, field.at ?? [field.key], value) as JsonRecord
  }
  const labels = isRead(mapping, columns) ? labelsIn(protocol.stages[0], mapping, columns, problems) : []
  const domain = ruleDomain(protocol, mapping, fields)
  const left = restOf(record, mapping)
  const value: JsonRecord = { ...fields, ...domain, ...left }
  return { value, labels, problems, notes }
}

interface Filled {
  /** What is in the columns of the field. */
  values: readonly Json[]
  columns: ReadonlyMap<string, Json>
  problems: RecordProblem[]
  notes: RecordProblem[]
}

function readField(field: ColumnField, from: readonly string[], { values, ...record }: Filled): Json {
  const [first = null] = values
  if (field.form === 'list') return entriesOf(field, asList(columnNames(from), first, record.problems))
  // A number that no one reads, such as an id, stays as it is written.
  const isKept = field.form === 'value' || typeof first === 'number'
  return values.length === 1 && isKept && !field.asks ? first : asText(from, record.columns, record)
}

/** A list of texts as one of objects, where the format has its texts in those. */
const entriesOf = ({ entry: place }: ColumnField, list: Json): Json =>
  place && Array.isArray(list)
    ? list.map((entry) => (typeof entry === 'object' ? entry : withValueAt({}, place, entry)))
    : list

/** Are the labels of this row read? */
const isRead = ({ labelsOf }: ColumnMapping, columns: ReadonlyMap<string, Json>): boolean =>
  !labelsOf || wordOf(columns.get(labelsOf.column) ?? null) === labelsOf.word

const filled = (value: Json | undefined): Json[] => (value === undefined || isEmpty(value) ? [] : [value])

const emptyField = (from: readonly string[]): RecordProblem => ({
  field: from.join(' + '),
  message: `There is nothing in ${columnNames(from.map((name) => JSON.stringify(name)))}.`,
  fix: 'Fill it in, or leave the record out.',
})

/** The texts of the columns of one field, with a blank line between; what is none of them is a problem. */
function asText(
  from: readonly string[],
  columns: ReadonlyMap<string, Json>,
  { problems, notes }: { problems: RecordProblem[]; notes: RecordProblem[] },
): string {
  const texts = from.flatMap((column) =>
    filled(columns.get(column)).flatMap((value) => {
      const found = textValue(value)
      if (!found) problems.push(noText(column, value))
      else if (found.said) notes.push({ field: column, ...found.said })
      return found?.text ?? []
    }),
  )
  return texts.join('\n\n')
}

const noText = (field: string, value: Json): RecordProblem => ({
  field,
  message: `A text is expected here, and this is ${Array.isArray(value) ? 'a list that holds objects' : 'an object'}.`,
  fix: 'Give the text in a column of its own, or choose another column.',
})

/** The entries of a list, or the lines of a text; what begins like a list and is none is a problem. */
function asList(column: string, value: Json, problems: RecordProblem[]): Json {
  const list = listOf(value)
  if (list || typeof value !== 'string') return list ?? value
  const text = value.trim()
  if (/^\[\s*["']/.test(text) || (text.startsWith('[') && text.endsWith(']'))) {
    problems.push({
      field: column,
      message: 'This begins like a list and cannot be read as one.',
      fix: 'Write it as JSON, such as ["One.", "Two."], or each text on a line of its own; NUL and halves of surrogate pairs cannot be stored.',
    })
    return null
  }
  return value.split(/\r?\n/).filter((line) => line.trim() !== '')
}

/** The domain on which a rule depends, beside the word that the record has for it. */
function ruleDomain({ columns }: Protocol, { domains }: ColumnMapping, fields: JsonRecord): JsonRecord {
  const rule = columns?.ruleDomains
  const word = wordOf(fields.domain ?? null)
  const value = word === null ? undefined : domains[word]
  return rule && value !== undefined && rule.values.some((each) => each.value === value) ? { [rule.field]: value } : {}
}

/** What of the record stands in no field: answers apart from the rest. */
function restOf(record: JsonRecord, { fields, labels, labelsOf }: ColumnMapping): JsonRecord {
  // A text or number that became a field as it is need not be kept twice.
  const whole = new Set(
    Object.values(fields).flatMap(([name, ...more]) => (name !== undefined && more.length === 0 ? [name] : [])),
  )
  const stated = new Set([...labels.map(({ column }) => column), ...(labelsOf ? [labelsOf.column] : [])])
  const rest: JsonRecord = {}
  const answers: JsonRecord = {}
  for (const [name, value] of Object.entries(record)) {
    if (name === PROBLEMS_COLUMN || (whole.has(name) && typeof value !== 'object')) continue
    const isLabel = stated.has(name) || [...stated].some((column) => column.startsWith(`${name}.`))
    if (isLabel) answers[name] = value
    else rest[name] = value
  }
  return {
    ...(Object.keys(rest).length > 0 ? { [IMPORTED]: rest } : {}),
    ...(Object.keys(answers).length > 0 ? { [IMPORTED_LABELS]: answers } : {}),
  }
}

function labelsIn(
  stage: Stage,
  { labels }: ColumnMapping,
  columns: ReadonlyMap<string, Json>,
  problems: RecordProblem[],
): StatedLabel[] {
  return labels.flatMap((label) => {
    const filledValues = filled(columns.get(label.column))
    const entries = label.place === 'each' ? filledValues.flatMap((value) => listOf(value) ?? [value]) : filledValues
    return entries.flatMap((entry, index) => {
      const value = valueFor(stage, label, entry, problems)
      const { column, unit, question, place } = label
      return value === null
        ? []
        : [
            place === 'each'
              ? { column, unit, question, place: index + 1, value, entries: entries.length }
              : { column, unit, question, place, value },
          ]
    })
  })
}

/** The value that a word stands for; null for none, or after noting that nobody said what it means. */
function valueFor(stage: Stage, label: LabelColumn, entry: Json, problems: RecordProblem[]): Json {
  const question = labelQuestions(stage).find(({ key, unit }) => key === label.question && unit === label.unit)
  if (!question) {
    problems.push({
      field: label.column,
      message: `The protocol asks no question "${label.question}" of a unit "${label.unit}".`,
      fix: 'Choose another question for this column.',
    })
    return null
  }
  if (question.form === 'number') return numberFor(label, entry, { question, problems })
  if (!question.options) return textFor(label, entry, problems)
  const chosen = (listOf(entry) ?? [entry]).flatMap(filled)
  if (question.form === 'set') return setFor(label, chosen, { question, problems })
  const [only = null, ...others] = chosen
  if (others.length > 0 || (only !== null && typeof only === 'object')) {
    problems.push(severalLabels(label, chosen, question.title))
    return null
  }
  const word = wordOf(only)
  if (word === null) return null
  if (Object.hasOwn(label.values, word)) return label.values[word] ?? null
  problems.push(unsaidWord(label, word, question.title))
  return null
}

/** What a cell or a list lists. Words that plainly are a value need not be said: of long cells they are not shown one by one. */
function setFor(
  label: LabelColumn,
  chosen: readonly Json[],
  { question: { options = [], title }, problems }: { question: Question; problems: RecordProblem[] },
): Json {
  const meaning = (word: string): Json | undefined =>
    Object.hasOwn(label.values, word) ? label.values[word] : optionFor(word, options)?.value
  const values = new Set<Json>()
  for (const each of chosen) {
    const word = wordOf(each)
    if (word === null) {
      problems.push(severalLabels(label, [each], title))
      continue
    }
    for (const part of meaning(word) === undefined ? listedIn(word, options) : [word]) {
      const value = meaning(part)
      if (value === undefined) problems.push(unsaidWord(label, part, title))
      else if (value !== null) values.add(value)
    }
  }
  return values.size > 0 ? [...values] : null
}

const unsaidWord = ({ column }: LabelColumn, word: string, title: string): RecordProblem => ({
  field: column,
  message: `It is not said what ${shownValue(word)} means as an answer to "${title}".`,
  fix: 'Say which value it is, or that it is left out.',
})

/** What somebody wrote: several texts one below the other. */
function textFor({ column }: LabelColumn, entry: Json, problems: RecordProblem[]): string | null {
  const [value] = filled(entry)
  if (value === undefined) return null
  const found = textValue(value)
  if (!found) problems.push(noText(column, value))
  return found && found.text.trim() !== '' ? found.text : null
}

/** The number that a word is. */
function numberFor(
  label: LabelColumn,
  entry: Json,
  { question, problems }: { question: Question; problems: RecordProblem[] },
): number | null {
  const numbers = (listOf(entry) ?? [entry]).flatMap(filled)
  const [only = null, ...others] = numbers
  if (others.length > 0 || (only !== null && typeof only === 'object')) {
    problems.push(severalLabels(label, numbers, question.title))
    return null
  }
  const word = wordOf(only)
  if (word === null) return null
  const number = numberIn(word)
  if (number === null)
    problems.push({
      field: label.column,
      message: `${shownValue(word)} is no number, and "${question.title}" takes one.`,
      fix: 'Write a number such as 3 or 0.5, or leave the cell empty.',
    })
  return number
}

const severalLabels = ({ column }: LabelColumn, chosen: readonly Json[], title: string): RecordProblem => ({
  field: column,
  message:
    chosen.length > 1
      ? `There are ${chosen.length} labels here, and "${title}" takes one.`
      : `This is an object, and no answer to "${title}".`,
  fix: 'Give one label in the column, or leave the column out.',
})

const unevenList = (field: string, entries: number, kinds: string, units: number): RecordProblem => ({
  field,
  message: `The list has ${counted(entries, 'entry', 'entries')} for ${units} ${kinds}: which belongs to which is unclear.`,
  fix: `Give one entry for each, and the ${kinds} in a column of their own where they are cut otherwise.`,
})

/** The labels as answers about the units that the item has; what finds no unit, or is not allowed there, is a problem. */
export function answersOf(
  stage: Stage,
  units: readonly UnitDraft[],
  labels: readonly StatedLabel[],
): { answers: Answers | null; problems: RecordProblem[] } {
  const problems: RecordProblem[] = []
  const answers: Answers = {}
  const uneven = new Set<string>()
  for (const { column, unit: kind, question: key, place, value, entries } of labels) {
    const ofKind = units.filter((unit) => unit.kind === kind)
    if (entries !== undefined && entries !== ofKind.length) {
      if (!uneven.has(column)) problems.push(unevenList(column, entries, `${kind}s`, ofKind.length))
      uneven.add(column)
      continue
    }
    const unit = ofKind[place - 1]
    const question = stage.questions.find((each) => each.key === key && each.unit === kind)
    if (!unit || !question) {
      problems.push({
        field: column,
        message: `There is no ${kind} ${place}: this item has ${ofKind.length}.`,
        fix: 'Map the column to another unit, or give the segments in a column of their own.',
      })
      continue
    }
    const parsed = question.schema.safeParse(value)
    if (parsed.success) answers[unit.key] = { ...answers[unit.key], [key]: inOptionOrder(question, value) }
    else
      problems.push({
        field: column,
        message: `${shownValue(value)} cannot be an answer to "${question.title}".`,
        fix: 'Say which value it is, or that it is left out.',
      })
  }
  return { answers: Object.keys(answers).length > 0 ? answers : null, problems }
}
