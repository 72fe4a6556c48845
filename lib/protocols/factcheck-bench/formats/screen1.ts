/** The file that screen 1 of the authors' pages opens: sentences, each with the claims that a machine proposes. */

import { contentOf, type FactcheckBenchContent } from '@/lib/protocols/factcheck-bench/content'
import type { GoldRecord, Json, ReadResult, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, isText, type JsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'
import { goldDocument } from './gold-document'
import { preparedEvidence } from './prepared-evidence'
import { TITLE_LENGTH } from './read-document'
import { unclear } from './record-notes'

/** The key is spelled with a blank. */
const CLAIMS = 'atomic claims'

export const isScreen1 = (record: Json): boolean =>
  isJsonRecord(record) && (CLAIMS in record || Array.isArray(record.sentences))

/** Sentences as they are cut in the file; the claims stay suggestions. Without a response, the sentences make it up. */
export function readScreen1(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const prompt = fields.text('prompt')
  const sentences = fields.list('sentences', isText, 'Write every sentence as a text.')
  const claims = fields.list(CLAIMS, isTexts, 'Write a list of texts for every sentence, or [] for none.') ?? []
  const source = fields.optionalText('source')
  const externalId = fields.optionalText('id')
  const evidence = preparedEvidence(fields, claims)
  const { response, warnings } = responseOf(fields, sentences ?? [])
  if (sentences === null && fields.problems.length === 0) {
    fields.refuse('sentences', 'sentences is missing.', 'Add the sentences as a list of texts.')
  }
  if (sentences && claims.length > 0 && claims.length !== sentences.length) {
    const message = unclear(CLAIMS, claims.length, sentences.length, 'sentence')
    fields.refuse(CLAIMS, message, 'Give one list per sentence, or [] for none.')
  }
  if (fields.problems.length > 0 || prompt === null || response === null || sentences === null) {
    return { ok: false, problems: fields.problems }
  }
  const content: FactcheckBenchContent = { prompt, response, source, evidence }
  const title = excerpt(prompt, TITLE_LENGTH)
  const base = { content, externalId, title, domain: null, source, segments: sentences, answers: null, warnings }
  return { ok: true, record: { ...base, suggestions: claims.flatMap(suggestionFor) } }
}

function responseOf(fields: RecordFields, sentences: readonly string[]) {
  const writtenResponse = fields.record.response ?? null
  if (writtenResponse !== null && writtenResponse !== '') return { response: fields.text('response'), warnings: [] }
  const message = 'response is empty; the text was put together from the sentences.'
  const warning: RecordProblem = { field: 'response', message, fix: 'Nothing, unless the full response is known.' }
  return { response: sentences.map((sentence) => sentence.trim()).join(' '), warnings: [warning] }
}

function suggestionFor(claims: readonly string[], index: number) {
  const seeds: Json = claims.filter((text) => text.trim() !== '').map((text) => ({ values: { text } }))
  return seeds.length === 0 ? [] : [{ unit: `s${index + 1}`, question: 'claims', value: seeds }]
}

/** The file for screen 1: the record as it came where its sentences still hold; else with the gold's claims. */
export function writeScreen1({ source, content, stages }: GoldRecord): Json {
  const { prompt, response, source: from } = contentOf(content)
  const { sentences } = goldDocument({ content, stages })
  const importedRecord: JsonRecord = isScreen1(source) && isJsonRecord(source) ? source : {}
  const texts = sentences.map(({ text = null }) => text)
  const read = readScreen1(importedRecord)
  const isSame = read.ok && isEqual(read.record.segments ?? [], texts)
  if (isSame) return importedRecord
  const base = { prompt, response, sentences: texts, [CLAIMS]: sentences.map(({ claims = [] }) => claims) }
  return { ...importedRecord, ...base, ...(from === null ? {} : { source: from }) }
}

const isEqual = (left: readonly Json[], right: readonly Json[]) =>
  left.length === right.length && left.every((each, index) => each === right[index])

const isTexts = (entry: Json): entry is string[] => Array.isArray(entry) && entry.every(isText)
