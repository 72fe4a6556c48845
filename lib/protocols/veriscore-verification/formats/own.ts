/** Records of one claim each: the few-shot examples of the pipeline, and Assay's own. */
import type { GoldRecord, Json, ReadResult, RecordFormat, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { contentOf, type SearchResult } from '@/lib/protocols/veriscore-verification/content'
import { readLabels, writeLabels } from './labels'
import { plainClaim, plainFewShot } from './plain'
import { asReadRecord, readMachineLabel } from './read-item'
import { fewShotText, firstResults, isSameResults, readResults, resultObjects } from './results'

const CONTEXT = ['question', 'response', 'sentence', 'model'] as const

const FIELDS = [
  'claim',
  'search_result',
  'results',
  'search_results',
  'id',
  'question',
  'response',
  'sentence',
  'model',
  'prompt_source',
  'verification_result',
  'machine_label',
  'human_label',
  'human_reason',
  'human_result_labels',
  'human_source_trust',
  'human_comment',
  'human_parts',
]

/** The fields that may hold the results, in the order in which they are looked for. */
const RESULT_FIELDS = ['search_result', 'results', 'search_results'] as const

const resultField = (record: JsonRecord): string =>
  RESULT_FIELDS.find((field) => record[field] !== undefined) ?? 'results'

/** A claim with its results and, where somebody labelled it, their labels. */
function readClaim(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const warnings: RecordProblem[] = []
  const claim = fields.text('claim')
  const results = resultsIn(fields, warnings)
  const [question = null, response = null, sentence = null, model = null] = CONTEXT.map((field) =>
    fields.optionalText(field),
  )
  const [externalId, promptSource] = [fields.optionalText('id'), fields.optionalText('prompt_source')]
  if (claim === null || results === null || fields.problems.length > 0) return { ok: false, problems: fields.problems }
  const machine = json.verification_result === undefined ? 'machine_label' : 'verification_result'
  const machineLabel = readMachineLabel(json[machine], machine, warnings)
  const context = { question, response, sentence, model, promptSource, place: null, machineLabel }
  const answers = readLabels(json, results.length, warnings)
  return asReadRecord({ content: { claim, results, ...context }, externalId, answers, warnings })
}

function resultsIn(fields: RecordFields, warnings: RecordProblem[]): SearchResult[] | null {
  const field = resultField(fields.record)
  const results = readResults(fields.record[field])
  if (results) return firstResults(results, field, warnings)
  const fix =
    'Write a list of title, snippet and link, or a text with "Search result 1", "Title:", "Content:" and "Link:".'
  return fields.refuse(field, `${field} holds no search results that can be read.`, fix)
}

const isFewShot = (record: Json): record is JsonRecord =>
  isJsonRecord(record) && 'claim' in record && 'search_result' in record
const isClaim = (record: Json): record is JsonRecord => isJsonRecord(record) && 'claim' in record

/** The record with gold's labels, and results that were found since. */
function writeClaim(source: JsonRecord, gold: GoldRecord): Json {
  const { results } = contentOf(gold.content)
  const field = resultField(source)
  const before = readResults(source[field])?.slice(0, results.length) ?? []
  const found = typeof source[field] === 'string' ? fewShotText(results) : resultObjects(results)
  const record = isSameResults(before, results) ? source : { ...source, [field]: found }
  return writeLabels(record, results.length, gold)
}

export const fewShotFormat: RecordFormat = {
  key: 'few-shot',
  title: 'VeriScore few-shot example',
  description:
    'claim, search_result (one text: "Search result k", Title, Content, Link) and, where labelled, human_label. What other questions were answered is added under names that begin with human_.',
  fields: FIELDS,
  recognises: isFewShot,
  read: readClaim,
  write: (gold) => writeClaim(isFewShot(gold.source) ? gold.source : plainFewShot(gold), gold),
}

export const claimFormat: RecordFormat = {
  key: 'claim',
  title: 'Claim with search results',
  description:
    'claim, results (a list of title, snippet and link) and, if you like, id, question, response, sentence, model, prompt_source, machine_label, human_label, human_reason, human_result_labels, human_source_trust, human_comment and human_parts.',
  fields: FIELDS,
  recognises: isClaim,
  read: readClaim,
  write: (gold) => writeClaim(isClaim(gold.source) && !isFewShot(gold.source) ? gold.source : plainClaim(gold), gold),
}
