/** FACTOR's own rows (SEEDS 2.5): a CSV of pandas with an unnamed row number and misspelt headings, or the same as JSON. */
import type { Contradiction, FactorContent } from '@/lib/protocols/factor-validation/content'
import { errorTypes } from '@/lib/protocols/factor-validation/options'
import { shownText } from '@/lib/protocols/factor-validation/shown-text'
import type { Json, ReadResult, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'

const TITLE_LENGTH = 100

/** The heading of the row number, which pandas leaves empty. */
export const ROW_NUMBER = ''

export const CONTRADICTION = /^contradiction_\d+$/

/** What stands in the published files besides the contradictions, and the set, by which they are told apart where they are put together. */
export const PUBLISHED_FIELDS = [
  ROW_NUMBER,
  'doc_id',
  'set',
  'full_prefix',
  'turncated_prefixes',
  'longest_completions',
  'completion',
  'context',
  'Unnamed: 0',
]

/** Columns of contradictions in the order of their numbers. */
export const contradictionColumns = (record: JsonRecord): string[] =>
  Object.keys(record)
    .filter((name) => CONTRADICTION.test(name))
    .toSorted((one, other) => numberOf(one) - numberOf(other))

const numberOf = (column: string) => Number(column.slice(column.lastIndexOf('_') + 1))

/** The column that tells the kind of error of a contradiction; the published files have none. */
export const typeColumn = (column: string) => `error_type_${numberOf(column)}`

const PREFIXES = ['full_prefix', 'turncated_prefixes'] as const

export const isRow = (record: Json): record is JsonRecord =>
  isJsonRecord(record) &&
  'completion' in record &&
  PREFIXES.some((name) => name in record) &&
  contradictionColumns(record).length > 0

/** Every value is a text, as in a CSV file. */
export const isTextRow = (record: Json): record is JsonRecord =>
  isRow(record) && Object.values(record).every((value) => typeof value === 'string')

/** The set: named in a column of that name; only the expert file has a column of its own that tells it. */
const setOf = (fields: RecordFields) => fields.optionalText('set') ?? ('context' in fields.record ? 'expert' : null)

export function readRow(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const warnings: RecordProblem[] = []
  const prefix = fields.text('full_prefix' in json ? 'full_prefix' : 'turncated_prefixes')
  const completion = fields.text('completion')
  const contradictions = readContradictions(fields, completion, warnings)
  const set = setOf(fields)
  const docId = fields.optionalText('doc_id')
  const row = fields.optionalText(ROW_NUMBER)
  if (fields.problems.length > 0 || prefix === null || completion === null)
    return { ok: false, problems: fields.problems }
  const content: FactorContent = { set, docId, title: null, prefix, completion, sentence: null, contradictions }
  const externalId = fields.optionalText('id') ?? (row === null ? docId : [set, row].filter((part) => part).join('-'))
  const title = excerpt(shownText(completion), TITLE_LENGTH)
  return {
    ok: true,
    record: { content, externalId, title, domain: null, source: set, segments: null, answers: null, warnings },
  }
}

function readContradictions(
  fields: RecordFields,
  completion: string | null,
  warnings: RecordProblem[],
): Contradiction[] {
  const found: Contradiction[] = []
  for (const column of contradictionColumns(fields.record)) {
    const text = fields.optionalText(column)
    const warn = (message: string) => warnings.push({ field: column, message, fix: 'Nothing, or correct the file.' })
    const writtenType = fields.record[typeColumn(column)] ?? null
    const type = errorTypes.find((each) => each === writtenType) ?? null
    if (text === null || text.trim() === '') warn(`${column} is empty and is left out.`)
    else found.push({ text, edit: null, type, scores: null })
    if (text !== null && text === completion) warn(`${column} is the completion itself.`)
    if (found.slice(0, -1).some((each) => each.text === text)) warn(`${column} is there twice.`)
  }
  if (found.length === 0)
    fields.refuse('contradiction_0', 'There is no contradiction.', 'Give at least one, or import the document alone.')
  return found
}
