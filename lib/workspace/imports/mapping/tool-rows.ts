/**
 * Exports of other labelling tools as rows of columns, one for each person's labels of a text: Label Studio 1.23 (JSON, JSON_MIN, CSV)
 * and doccano 1.8 (JSON, JSONL, CSV). Pure.
 */
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'

/** The column that says whose labels a row of Label Studio holds. */
export const ANNOTATOR = 'annotator'
/** Numbers that the tools gave to texts themselves: no ids of the texts. */
const TASK_NUMBER = 'Label Studio task'
const EXAMPLE_NUMBER = 'doccano example'

/** The rows of a record; null where it is none of these tools'. */
export function toolRows(record: JsonRecord): JsonRecord[] | null {
  const { data = null, annotations = null } = record
  if (isJsonRecord(data) && Array.isArray(annotations)) return rowsOfTask(record.id ?? null, data, annotations)
  if (ANNOTATOR in record && 'annotation_id' in record && 'lead_time' in record)
    return [withoutNumber(record, TASK_NUMBER)]
  if ('Comments' in record && 'label' in record && 'text' in record) return [rowOfExample(record)]
  return null
}

/** A row for each annotation that was not skipped; one without labels where there is none. */
function rowsOfTask(id: Json, data: JsonRecord, annotations: readonly Json[]): JsonRecord[] {
  const about: JsonRecord = { ...data, ...(id === null ? {} : { [TASK_NUMBER]: id }) }
  const made = annotations.filter((each): each is JsonRecord => isJsonRecord(each) && each.was_cancelled !== true)
  if (made.length === 0) return [about]
  return made.map(({ completed_by: by = null, result = null }) => {
    const annotator = annotatorOf(by)
    return {
      ...about,
      ...labelsIn(Array.isArray(result) ? result : []),
      ...(annotator === null ? {} : { [ANNOTATOR]: annotator }),
    }
  })
}

/** Their address, or their number in the tool. */
const annotatorOf = (by: Json): Json => (isJsonRecord(by) ? (by.email ?? by.id ?? null) : by)

/** What was chosen, rated or written, by the name of the control; of several results of one control all of them, in their order. */
function labelsIn(results: readonly Json[]): JsonRecord {
  const labels = new Map<string, Json[]>()
  for (const result of results) {
    if (!isJsonRecord(result)) continue
    const { from_name: name = null, value = null } = result
    if (typeof name !== 'string' || !isJsonRecord(value)) continue
    const known = labels.get(name) ?? []
    for (const each of valuesOf(value)) known.push(each)
    labels.set(name, known)
  }
  return Object.fromEntries([...labels].map(([name, values]) => [name, oneOrAll(values)]))
}

const PLAIN = ['choices', 'text', 'rating', 'number', 'datetime']

/** Words of choices and texts, a rating, a number; anything else, such as a marked stretch, as it stands. */
function valuesOf(value: JsonRecord): Json[] {
  const key = 'start' in value ? undefined : PLAIN.find((each) => each in value)
  if (key === undefined) return [value]
  const stated = value[key] ?? null
  return Array.isArray(stated) ? stated : [stated]
}

const oneOrAll = (values: Json[]): Json => (values.length === 1 ? (values[0] ?? null) : values)

function rowOfExample(record: JsonRecord): JsonRecord {
  const { label = null, Comments: comments = null, ...row } = withoutNumber(record, EXAMPLE_NUMBER)
  const said = Array.isArray(comments) ? comments.join('\n') : comments
  return { ...row, label: Array.isArray(label) ? noneOneOrAll(label) : label, Comments: said === '' ? null : said }
}

const noneOneOrAll = (values: Json[]): Json => (values.length === 0 ? null : oneOrAll(values))

/** An id that is a whole number is the tool's own; another came with the text. */
function withoutNumber(record: JsonRecord, name: string): JsonRecord {
  const { id = null, ...row } = record
  return id !== null && /^\d+$/.test(String(id)) ? { ...row, [name]: id } : record
}
