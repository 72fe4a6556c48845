/** The imported record as one that holds sentences by name, beside what it was read as. */
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { type ClaimField, claimFields, type Dialect, sentenceFields } from './dialects'
import { goldDocument, type PlainDocument } from './gold-document'
import { alignRows } from './keep-spelling'
import { goldIn, readDocument } from './read-document'
import { type Shape, sentencesIn, shapeOf } from './shapes'

/** The imported record, if it is of one of the shapes and readable, and what it said when it was imported. */
export interface Origin {
  shape: Shape
  record: JsonRecord
  own: PlainDocument
  before: PlainDocument
}

/** Null for records of other shapes, and for those that cannot be read. */
export function originOf(source: Json): Origin | null {
  const shape = shapeOf(source)
  if (!shape || !isJsonRecord(source)) return null
  const read = readDocument(shape, source)
  if (!read.ok) return null
  const { content, segments, answers } = read.record
  const stages = goldIn(content, segments ?? [], answers ?? {})
  const { sentences: _, ...head } = source
  const neutralDocument = {
    head: shape.wrapped ? head : {},
    sentences: sentencesIn(shape, source).map(({ value }) => neutral(shape.dialect, value)),
  }
  return { shape, record: source, own: neutralDocument, before: goldDocument({ content, stages }) }
}

/** The fields of a sentence by their neutral names. */
function neutral(dialect: Dialect, sentence: Json): JsonRecord {
  const fields = sentenceFields.flatMap((field) => {
    const name = dialect[field]
    const value = name !== undefined && isJsonRecord(sentence) ? sentence[name] : undefined
    return value === undefined ? [] : [[field, value] as const]
  })
  return Object.fromEntries(fields)
}

/** A sentence of the record and what it was read as, with their claims in the order of the gold's; null if it is new. */
export function inSameRows(
  recordSentence: JsonRecord | undefined,
  before: JsonRecord | undefined,
  after: JsonRecord,
): { own: JsonRecord; before: JsonRecord } | null {
  if (!recordSentence || !before) return null
  const texts = textsIn(before)
  const rows = alignRows(texts, textsIn(after))
  const placed = realigned(before, rows, texts.length)
  return { own: realigned(recordSentence, rows, texts.length), before: { ...placed, ...forgotten(placed, after) } }
}

/** What a claim's fields meant hangs on others: own evidence on `enough`, the corrected text and its evidence on the verdict. */
const dependents: readonly [ClaimField, ClaimField][] = [
  ['enough', 'human'],
  ['edits', 'revisedClaims'],
  ['edits', 'used'],
]

/** The dependent lists without the entries of claims whose leading field changed. */
function forgotten(before: JsonRecord, after: JsonRecord): JsonRecord {
  const lists = dependents.flatMap(([leading, field]) => {
    const [was, is, list] = [before[leading], after[leading], before[field]]
    if (!Array.isArray(was) || !Array.isArray(is) || !Array.isArray(list)) return []
    return [[field, list.map((each, index) => (was[index] === is[index] ? each : null))] as const]
  })
  return Object.fromEntries(lists)
}

const textsIn = ({ claims }: JsonRecord): string[] => (Array.isArray(claims) ? claims.map(String) : [])

/** The sentence with its lists by claim in the order of the changed claims; as it is where nothing moved. */
function realigned(sentence: JsonRecord, rows: readonly (number | null)[], length: number): JsonRecord {
  if (rows.length === length && rows.every((row, index) => row === index)) return sentence
  const lists = claimFields.flatMap((field) => {
    const list = sentence[field]
    if (!Array.isArray(list) || list.length !== length) return []
    return [[field, rows.map((row) => (row === null ? null : (list[row] ?? null)))] as const]
  })
  return { ...sentence, ...Object.fromEntries(lists) }
}
