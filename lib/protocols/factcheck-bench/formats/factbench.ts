/**
 * Factbench: responses of several sources with claims and their labels. Claims are claims in this protocol's sense, but
 * for those of `felm-wk`, which are the response's segments; `halueval-dolly15k` has none.
 */

import { contentOf, type FactcheckBenchContent } from '@/lib/protocols/factcheck-bench/content'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { Answers, GoldRecord, Json, ReadRecord, ReadResult, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, isText, type JsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'
import { goldDocument } from './gold-document'
import { keepFields } from './keep-spelling'
import { goldIn, TITLE_LENGTH } from './read-document'
import { unclear } from './record-notes'

const SEGMENTED = 'felm-wk'

export const isFactbench = (record: Json): boolean =>
  isJsonRecord(record) && ('claim_labels' in record || 'response_label' in record)

/**
 * One row. Its claims do not say which sentence they are from, so a row with claims stays one piece; their labels are
 * verdicts. What is unknown there (without enough evidence, or no fact) stays unanswered.
 */
export function readFactbench(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const prompt = fields.text('prompt')
  const claims = fields.list('claims', isText, 'Write every claim as a text.') ?? []
  const labels = fields.list('claim_labels', isLabel, 'Use true, false or "unknown".') ?? []
  const source = fields.optionalText('source')
  const warnings: RecordProblem[] = []
  const response = responseOf(fields, source === SEGMENTED ? claims : [], warnings)
  if (claims.length !== labels.length && fields.problems.length === 0) {
    const message = unclear('claim_labels', labels.length, claims.length, 'claim')
    fields.refuse('claim_labels', message, 'Give one label per claim.')
  }
  if (fields.problems.length > 0 || prompt === null || response === null)
    return { ok: false, problems: fields.problems }
  const content: FactcheckBenchContent = { prompt, response, source, evidence: [] }
  const title = excerpt(prompt, TITLE_LENGTH)
  const parts = partsOf(response, claims, labels, source)
  warnings.push(...warningsAbout(parts), ...(claims.length === 0 ? unusedLabels(fields.record) : []))
  return { ok: true, record: { content, externalId: null, title, domain: null, source, warnings, ...parts } }
}

const isLabel = (entry: Json): entry is boolean | 'unknown' => typeof entry === 'boolean' || entry === 'unknown'

function responseOf(fields: RecordFields, segments: readonly string[], warnings: RecordProblem[]): string | null {
  const writtenResponse = fields.record.response ?? null
  if (writtenResponse !== null || segments.length === 0) return fields.text('response')
  const message = 'response is empty; the text was put together from the segments.'
  warnings.push({ field: 'response', message, fix: 'Nothing, unless the full response is known.' })
  return segments.join('')
}

function partsOf(
  response: string,
  claims: readonly string[],
  labels: readonly (boolean | 'unknown')[],
  source: string | null,
): Pick<ReadRecord, 'segments' | 'answers'> {
  if (source === SEGMENTED && claims.length > 0) return { segments: [...claims], answers: null }
  if (claims.length === 0) return { segments: null, answers: null }
  const keys = claims.map((_, index) => `s1.c${index + 1}`)
  const decompose: Answers = {
    s1: { checkworthy: 'yes', claims: keys.map((key) => ({ key, made: 'added', from: [] })) },
  }
  const verify: Answers = {}
  for (const [index, key] of keys.entries()) {
    const label = labels[index]
    const isKnown = typeof label === 'boolean'
    decompose[key] = { text: claims[index] ?? '', ...(isKnown ? { type: 'factual' } : {}) }
    if (isKnown) verify[key] = { verdict: String(label) }
  }
  return { segments: [response], answers: { [decomposeStage.key]: decompose, [verifyStage.key]: verify } }
}

function warningsAbout({ segments, answers }: Pick<ReadRecord, 'segments' | 'answers'>): RecordProblem[] {
  if (answers) {
    const message =
      'The claims do not say which sentences they are from: the response stands as one piece, and what the file does not say of it stays unanswered.'
    return [{ field: 'claims', message, fix: 'Nothing, or cut the response into sentences and place the claims anew.' }]
  }
  if (segments === null) return []
  const message =
    'The claims of felm-wk are segments of the response; they are its sentences here, and their labels are not used.'
  return [{ field: 'claims', message, fix: 'Nothing: the labels stay in the record. FELM projects read them.' }]
}

/** What a row without claims says of its response: labels of the whole, which no stage asks for. */
function unusedLabels(record: JsonRecord): RecordProblem[] {
  return ['response_label', 'hallucination_spans']
    .filter((field) => (record[field] ?? null) !== null)
    .map((field) => ({
      field,
      message: `${field} is about the whole response, and the row has no claims with labels, so no gold is made of it.`,
      fix: 'Have the item annotated, or add claims and claim_labels. The field stays in the record.',
    }))
}

/** A row of the item's gold; fields of the imported row that the gold does not change keep their shape. */
export function writeFactbench(gold: GoldRecord): Json {
  const importedRow: JsonRecord = isFactbench(gold.source) && isJsonRecord(gold.source) ? gold.source : {}
  if (!gold.stages[verifyStage.key]) return importedRow
  const after = rowOf(gold)
  const read = readFactbench(importedRow)
  const byHand: JsonRecord = gold.label === undefined ? {} : { response_label: gold.label }
  if (!read.ok || !read.record.answers) return { ...after, ...ownFields(importedRow), ...byHand }
  const { content, segments, answers } = read.record
  const before = rowOf({ content, stages: goldIn(content, segments ?? [], answers) })
  return { ...importedRow, ...keepFields(importedRow, before, after), ...byHand }
}

function rowOf(gold: Pick<GoldRecord, 'content' | 'stages'>): JsonRecord {
  const { head, sentences } = goldDocument(gold)
  const { source } = contentOf(gold.content)
  const all = (field: 'claims' | 'labels') => sentences.flatMap(({ [field]: list = [] }) => list)
  return {
    prompt: head.prompt ?? null,
    response: head.response ?? null,
    response_label: head.response_factuality ?? null,
    claims: all('claims'),
    claim_labels: all('labels'),
    ...(source === null ? {} : { source }),
    hallucination_spans: null,
  }
}

/** What a row says beside its labels. */
function ownFields(importedRow: JsonRecord): JsonRecord {
  const judged = new Set(['response_label', 'claims', 'claim_labels'])
  return Object.fromEntries(Object.entries(importedRow).filter(([field]) => !judged.has(field)))
}
