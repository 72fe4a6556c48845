/** Writes gold as a FELM record. A field of the imported record that the gold does not change keeps its exact shape. */
import { answerOf, countingAnswers } from '@/lib/protocols/completeness'
import { linkUrls } from '@/lib/protocols/links'
import type { Answers, GoldRecord, Json, Subject } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { contentOf, type FelmContent } from './content'
import { errorTypeOf, ITEM, isRemoved, labelOf, SEGMENTS, segmentsOf } from './labels'
import { readFelm } from './read'
import { segmentsStage } from './work'

/** What a FELM record says about its segments, whatever shape it says it in. */
interface Statement {
  segments: readonly string[]
  labels: readonly (boolean | null)[]
  reasons: readonly Json[]
  types: readonly Json[]
  links: readonly string[]
}

/** The record of a gold item; removed items have no labels in it. Segment links join `ref`. */
export function writeFelm(gold: GoldRecord): Json {
  const record = isJsonRecord(gold.source) ? gold.source : {}
  const before = statementOfRecord(record)
  const { units, answers } = gold.stages[SEGMENTS] ?? { units: [], answers: {} }
  const says = statementOf({ content: gold.content, units }, answers)
  return { ...(before ? record : completed(record, contentOf(gold.content))), ...listsOf(record, before, says) }
}

/** A record that came without labels gets FELM's fields, but for what nobody has said of it. */
function completed(
  record: JsonRecord,
  { index, domain, source, prompt, response, refContents }: FelmContent,
): JsonRecord {
  const presentFields = Object.entries({ index, source, domain }).filter(([, value]) => value !== null)
  return { prompt, response, ref_contents: refContents, ...Object.fromEntries(presentFields), ...record }
}

/** Lists whose content has not changed stay as they were written, and so do the entries of segments that have not. */
function listsOf(record: JsonRecord, before: Statement | null, says: Statement): JsonRecord {
  const sameSegments = before !== null && isSame(before.segments, says.segments)
  const sameLabels = sameSegments && isSame(before.labels, says.labels)
  const sameLinks = before !== null && isSame(before.links, says.links)
  const perSegment = (field: string, part: 'reasons' | 'types', values: readonly Json[]): JsonRecord => {
    const isKept = values.map(
      (_, index) =>
        sameSegments && before.labels[index] === says.labels[index] && before[part][index] === says[part][index],
    )
    const written = record[field]
    const entries = Array.isArray(written) && written.length === values.length ? written : null
    const list = values.map((value, index) => (entries && isKept[index] ? (entries[index] ?? null) : value))
    return keep(record, field, values.length > 0 && isKept.every(Boolean), list)
  }
  return {
    ...keep(record, 'segmented_response', sameSegments, [...says.segments]),
    ...keep(record, 'labels', sameLabels, [...says.labels]),
    ...perSegment(
      'comment',
      'reasons',
      says.reasons.map((reason) => reason ?? ''),
    ),
    ...perSegment('type', 'types', says.types),
    ...keep(record, 'ref', sameLinks, mergedRefs(record, before, says)),
  }
}

/** The record's own field as it is, or not at all where it was not there, when nothing changed; else the new value. */
function keep(record: JsonRecord, field: string, unchanged: boolean, value: Json): JsonRecord {
  if (!unchanged) return { [field]: value }
  const recordValue = record[field]
  return recordValue === undefined ? {} : { [field]: recordValue }
}

/** The record's links that still hold or could never be read as links, in their order, then the new ones. */
function mergedRefs(record: JsonRecord, before: Statement | null, says: Statement): Json[] {
  const written = Array.isArray(record.ref) ? record.ref : []
  const gone: Json[] = before?.links.filter((url) => !says.links.includes(url)) ?? []
  const remainingLinks = written.filter((url) => !gone.includes(url))
  return [...remainingLinks, ...says.links.filter((url) => !remainingLinks.includes(url))]
}

function statementOf(subject: Subject, allAnswers: Answers): Statement {
  const answers = countingAnswers(segmentsStage, subject, allAnswers)
  const segments = segmentsOf(subject)
  const labelled = isRemoved(answers) ? [] : segments
  const urls = [ITEM, ...segments.map(({ key }) => key)].flatMap((key) => linkUrls(answerOf(answers, key, 'links')))
  return {
    segments: segments.map(({ text }) => text),
    labels: labelled.map((unit) => labelOf(answers, unit)),
    reasons: labelled.map((unit) => answerOf(answers, unit.key, 'reason')),
    types: labelled.map((unit) => errorTypeOf(subject, answers, unit)),
    links: [...new Set(urls)],
  }
}

/** What the imported record itself said; null when it had no labels. */
function statementOfRecord(record: JsonRecord): Statement | null {
  const read = readFelm(record)
  if (!read.ok || read.record.answers === null) return null
  const { content, segments, answers } = read.record
  const units = segmentsStage.units(content, segments ?? [], {})
  return statementOf({ content, units }, answers[SEGMENTS] ?? {})
}

const isSame = (left: readonly Json[], right: readonly Json[]): boolean =>
  left.length === right.length && left.every((value, index) => value === right[index])
