/** Gold as FACTOR's rows and as Assay's record. What the imported record says and gold does not change keeps its shape. */

import { contentOf } from '@/lib/protocols/factor-validation/content'
import { passes } from '@/lib/protocols/factor-validation/questions'
import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import { type Example, exampleOf } from '@/lib/protocols/factor-validation/units'
import type { Answers, GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { tokenEditDistance } from '@/lib/stats/token-edit-distance'
import { answerFields, isAnswersRecord, scoreFields } from './answers-record'
import { contradictionColumns, isRow, ROW_NUMBER, readRow, typeColumn } from './row'

/** Fewer contradictions are no example of the benchmark: its chance line is one in four. */
const FULL = 3

interface Gold {
  own: JsonRecord
  example: Example
  answers: Answers
}

function goldOf({ source, content, stages }: GoldRecord): Gold {
  const { answers = {} } = stages[VALIDATE] ?? {}
  return { own: isJsonRecord(source) ? source : {}, example: exampleOf(content), answers }
}

/** The columns of the published files, in their order. */
function columnsOf(gold: GoldRecord, { own, example }: Gold): JsonRecord {
  const { docId } = contentOf(gold.content)
  const recordRow = isAnswersRecord(own) ? own.row : isRow(own) ? own : null
  const { completion: _, full_prefix: __, ...row } = recordRow && isJsonRecord(recordRow) ? recordRow : {}
  const { [ROW_NUMBER]: number = '', 'Unnamed: 0': unnamed, context, doc_id, ...rest } = row
  const { longest_completions = '', turncated_prefixes = example.prefix, ...others } = rest
  const old = contradictionColumns(others)
  const more = Object.entries(others).filter(([name]) => !old.includes(name) && !old.map(typeColumn).includes(name))
  return {
    [ROW_NUMBER]: number,
    ...(unnamed === undefined ? {} : { 'Unnamed: 0': unnamed }),
    full_prefix: example.prefix,
    ...(context === undefined ? {} : { context }),
    doc_id: doc_id ?? docId ?? '',
    completion: example.completion ?? '',
    ...Object.fromEntries(example.contradictions.map(({ text }, index) => [`contradiction_${index}`, text])),
    longest_completions,
    turncated_prefixes,
    ...Object.fromEntries(more),
  }
}

/** An imported row as it is: what it says is what was judged. Others get the columns of the published files. */
export const writeRow = (gold: GoldRecord): JsonRecord =>
  isRow(gold.source) ? gold.source : columnsOf(gold, goldOf(gold))

/** The same with texts only, for CSV. */
export const writeTextRow = (gold: GoldRecord): JsonRecord => asTexts(writeRow(gold))

const asTexts = (row: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)]))

const asText = (value: Json): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The contradictions that are non-factual, fluent and self-consistent. */
const passing = ({ example, answers }: Gold) =>
  example.contradictions.filter(({ key }) => passes(answers, key) === true)

/** A row of the examples of which three contradictions pass, with those only, and the kind of error of each. */
export function writeValidatedRow(gold: GoldRecord): Json[] {
  const read = goldOf(gold)
  const contradictions = passing(read)
  if (contradictions.length < FULL) return []
  const row = columnsOf(gold, { ...read, example: { ...read.example, contradictions: contradictions.slice(0, FULL) } })
  const types = contradictions.slice(0, FULL).map(({ key }, index) => {
    const { error_type = null } = answerFields(read.answers, key)
    return [typeColumn(`contradiction_${index}`), error_type]
  })
  return [asTexts({ ...row, ...Object.fromEntries(types) })]
}

/** The contradictions that pass, of every example that has any. */
export function writePassed(gold: GoldRecord): Json[] {
  const { own, example, answers } = goldOf(gold)
  const contradictions = passing({ own, example, answers }).map(({ key, text, edit }) => {
    const { error_type = null } = answerFields(answers, key)
    return { text, edit, error_type, edit_distance: tokenEditDistance(example.completion ?? '', text).value }
  })
  const { prefix, completion } = example
  return contradictions.length === 0 ? [] : [{ ...named(gold), prefix, completion, contradictions }]
}

function named({ source, content }: GoldRecord): JsonRecord {
  const { set, docId } = contentOf(content)
  const importedRecord = isJsonRecord(source) ? source : {}
  // As it was imported: predictions name items by it.
  const row = isRow(importedRecord) ? readRow(importedRecord) : null
  return { id: importedRecord.id ?? (row?.ok ? row.record.externalId : docId), set, doc_id: docId }
}

/** Assay's record, with all that is known of every contradiction; the other columns of an imported row under `row`. */
export function writeAnswersRecord(gold: GoldRecord): Json {
  const { own, example, answers } = goldOf(gold)
  const isOwn = isAnswersRecord(own)
  const writtenContradictions = isOwn && Array.isArray(own.contradictions) ? own.contradictions : []
  const contradictions = example.contradictions.map((each, index) => {
    const entry = writtenContradictions[index]
    const says = answerFields(answers, each.key)
    if (entry === undefined || !isJsonRecord(entry) || entry.text !== each.text)
      return { text: each.text, edit: each.edit, asked_type: each.type, scores: scoreFields(each), ...says }
    return { ...entry, ...changed(entry, says) }
  })
  if (isOwn) return { ...own, contradictions }
  const { prefix, completion } = example
  const { title } = contentOf(gold.content)
  const record: JsonRecord = { ...named(gold), prefix, completion, contradictions }
  if (title !== null) record.title = title
  if (isRow(own)) record.row = restOf(own)
  return record
}

/** A field that the record does not have and that says nothing stays away; a note is taken back by nobody's answer. */
const changed = (entry: JsonRecord, says: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(says).filter(([field, value]) => value !== null || field in entry))

const restOf = (row: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => name !== 'full_prefix' && name !== 'completion' && !contradictionColumns(row).includes(name),
    ),
  )
