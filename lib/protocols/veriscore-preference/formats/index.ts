import type { RecordFormat } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { readPreference } from './read'
import { writePreference } from './write'

/** A line of the pipeline has a question only where its text is an answer. */
const isPipelineLine = (record: JsonRecord): boolean =>
  'response' in record && ('question' in record || 'prompt_source' in record)

/** Columns by whose names a table is one of these formats, and none of one's own (`OwnColumns.reads`). */
export const OWN_FIELDS = ['prompt_source', 'qa', 'variant', 'extractor', 'lists', 'votes', 'claim_list', 'all_claims']
const FIELDS = ['text', 'response', 'id', 'domain', 'source', 'model', 'question', 'abstained', ...OWN_FIELDS]

const pairs: RecordFormat = {
  key: 'pairs',
  title: 'Pairs of claim lists',
  description:
    'text and lists (two, each with method and claims), and if you like id, domain, qa, question, extractor, source, variant (preference or comparison) and votes. Votes name the method; shown is the order in which it was seen.',
  fields: FIELDS,
  recognises: (record) => isJsonRecord(record) && 'lists' in record && 'text' in record,
  read: readPreference,
  write: writePreference,
}

const texts: RecordFormat = {
  key: 'texts',
  title: 'Texts to extract claims from',
  description:
    'text, and if you like id, domain, qa, question, source and variant; or a record of VeriScore’s pipeline, with response and prompt_source, and a question where the response answers one. The two lists are made by pre-fill. Written as pairs.',
  fields: FIELDS,
  recognises: (record) => isJsonRecord(record) && ('text' in record || isPipelineLine(record)),
  read: readPreference,
  write: writePreference,
}

export const formats = [pairs, texts] as const
