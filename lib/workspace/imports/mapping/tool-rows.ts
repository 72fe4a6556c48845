/**
 * Exports of other labelling tools as rows of columns, one for each person's labels of a text: Label Studio 1.23 (JSON, JSON_MIN, CSV),
 * doccano 1.8 (JSON, JSONL, CSV), Prodigy (JSONL) and Argilla 2 (`records.to_json`). Pure.
 */
import type { Json, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { shownValue } from '@/lib/protocols/shown-value'

/** The column that says whose labels a row of Label Studio holds. */
export const ANNOTATOR = 'annotator'
/** Behind the name of a column of labels whose name the text's own data have too. */
export const LABEL = ' (label)'
/** Numbers that the tools gave to texts themselves: no ids of the texts. */
const TASK_NUMBER = 'Label Studio task'
const EXAMPLE_NUMBER = 'doccano example'
/** Which button was pressed: no answer of a model. */
const BUTTON = 'Prodigy answer'

/** The rows of a record; null where it is none of these tools'. */
export function toolRows(record: JsonRecord): JsonRecord[] | null {
  const { data = null, annotations = null } = record
  if (isJsonRecord(data) && Array.isArray(annotations)) return rowsOfTask(record.id ?? null, data, annotations)
  if (ANNOTATOR in record && 'annotation_id' in record && 'lead_time' in record)
    return [withoutNumber(record, TASK_NUMBER)]
  if ('Comments' in record && 'label' in record && 'text' in record) return [rowOfExample(record)]
  const { fields = null, responses = null } = record
  if ('_server_id' in record && isJsonRecord(fields) && isJsonRecord(responses))
    return rowsOfUsers(record, fields, responses)
  if (isOfProdigy(record)) return isAccepted(record) ? [rowOfTask(record)] : []
  return null
}

/** What is said of a record that has no rows. */
export const toolNotes = (record: JsonRecord): RecordProblem[] =>
  isOfProdigy(record) && !isAccepted(record)
    ? [
        {
          field: 'answer',
          message: `This example of Prodigy was not accepted and is left out: its answer is ${shownValue(record.answer)}.`,
          fix: 'Nothing, if that is meant. Otherwise accept it there, or take the text from its source.',
        },
      ]
    : []

const isOfProdigy = (record: JsonRecord) => '_input_hash' in record && '_task_hash' in record

const isAccepted = ({ answer = 'accept' }: JsonRecord) => answer === 'accept'

/** A row with what was chosen as its label, and who chose it. */
function rowOfTask({ answer = null, accept = null, ...about }: JsonRecord): JsonRecord {
  const by = about._annotator_id ?? about._session_id ?? null
  const chosen = Array.isArray(accept) ? noneOneOrAll(accept) : accept
  return {
    ...about,
    ...(answer === null ? {} : { [BUTTON]: answer }),
    ...(accept === null ? {} : { [freeName(about, 'label')]: chosen }),
    ...(by === null ? {} : { [freeName(about, ANNOTATOR)]: by }),
  }
}

/** The name of a column of labels, where the text's own data may have one that is called so. */
function freeName(data: JsonRecord, name: string): string {
  let free = name
  while (Object.hasOwn(data, free)) free += LABEL
  return free
}

/** A row for each annotation that was not skipped; one without labels where there is none. */
function rowsOfTask(id: Json, data: JsonRecord, annotations: readonly Json[]): JsonRecord[] {
  const about: JsonRecord = { ...data, ...(id === null ? {} : { [TASK_NUMBER]: id }) }
  const finishedAnnotations = annotations.filter(
    (each): each is JsonRecord => isJsonRecord(each) && each.was_cancelled !== true,
  )
  if (finishedAnnotations.length === 0) return [about]
  return finishedAnnotations.map(({ completed_by: by = null, result = null }) => {
    const annotator = annotatorOf(by)
    return {
      ...about,
      ...labelsIn(Array.isArray(result) ? result : [], about),
      ...(annotator === null ? {} : { [freeName(about, ANNOTATOR)]: annotator }),
    }
  })
}

/** A row for each user who answered a question of Argilla; one without labels where nobody did. */
function rowsOfUsers(record: JsonRecord, fields: JsonRecord, responses: JsonRecord): JsonRecord[] {
  const { fields: _read, responses: _taken, ...rest } = record
  const about: JsonRecord = { ...rest, ...fields }
  const byUser = new Map<Json, JsonRecord>()
  for (const [question, answers] of Object.entries(responses)) {
    const name = freeName(about, question)
    for (const answer of Array.isArray(answers) ? answers : []) {
      if (!isJsonRecord(answer)) continue
      const { user_id: user = null, value = null } = answer
      const labels = byUser.get(user) ?? (user === null ? {} : { [freeName(about, ANNOTATOR)]: user })
      byUser.set(user, { ...labels, [name]: value })
    }
  }
  return byUser.size === 0 ? [about] : [...byUser.values()].map((labels) => ({ ...about, ...labels }))
}

/** Their address, or their number in the tool. */
const annotatorOf = (by: Json): Json => (isJsonRecord(by) ? (by.email ?? by.id ?? null) : by)

/** What was chosen, rated or written, by the name of the control; of several results of one control all of them, in their order. */
function labelsIn(results: readonly Json[], about: JsonRecord): JsonRecord {
  const labels = new Map<string, Json[]>()
  for (const result of results) {
    if (!isJsonRecord(result)) continue
    const { from_name: name = null, value = null } = result
    if (typeof name !== 'string' || !isJsonRecord(value)) continue
    const controlValues = labels.get(name) ?? []
    for (const each of valuesOf(value)) controlValues.push(each)
    labels.set(name, controlValues)
  }
  return Object.fromEntries([...labels].map(([name, values]) => [freeName(about, name), oneOrAll(values)]))
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
  const commentText = Array.isArray(comments) ? comments.join('\n') : comments
  return {
    ...row,
    label: Array.isArray(label) ? noneOneOrAll(label) : label,
    Comments: commentText === '' ? null : commentText,
  }
}

const noneOneOrAll = (values: Json[]): Json => (values.length === 0 ? null : oneOrAll(values))

/** An id that is a whole number is the tool's own; another came with the text. */
function withoutNumber(record: JsonRecord, name: string): JsonRecord {
  const { id = null, ...row } = record
  return id !== null && /^\d+$/.test(String(id)) ? { ...row, [name]: id } : record
}
