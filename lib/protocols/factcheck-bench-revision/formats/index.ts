import type { RecordFormat } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { readRevision } from './read'
import { writeRevision } from './write'

/** Columns by whose names a table is one of these formats, and none of one's own (`OwnColumns.reads`). */
export const OWN_FIELDS = [
  'claim list',
  'corrections',
  'revised_response',
  'human_revision',
  'factual state',
  'human_preference',
  'votes',
]
const FIELDS = ['prompt', 'response', 'id', 'domain', 'source', 'model', 'claims', 'revisions', ...OWN_FIELDS]

const revisions: RecordFormat = {
  key: 'revisions',
  title: 'Responses with revisions',
  description:
    'prompt, response and revisions (two to four, each with method and text), and if you like id, domain, source, claims, corrections, human_revision and votes. Votes name the methods chosen; shown is the order in which they were seen.',
  fields: FIELDS,
  recognises: (record) => isJsonRecord(record) && Array.isArray(record.revisions),
  read: readRevision,
  write: writeRevision,
}

const notebook: RecordFormat = {
  key: 'settings',
  title: 'Revisions by setting',
  description:
    'prompt, response and revisions as an object of texts by the name of the setting, and human_preference: one or several of these names, with commas between them.',
  fields: FIELDS,
  recognises: (record) => isJsonRecord(record) && isJsonRecord(record.revisions),
  read: readRevision,
  write: null,
}

const responses: RecordFormat = {
  key: 'responses',
  title: 'Responses to revise',
  description:
    'prompt and response, and claims (what was found true) or corrections (original and corrected) for pre-fill to revise by; or a line of the benchmark’s subtask5_revision.jsonl, whose true responses are discarded on import. Written as responses with revisions.',
  fields: FIELDS,
  recognises: (record) => isJsonRecord(record) && 'prompt' in record && 'response' in record,
  read: readRevision,
  write: writeRevision,
}

export const formats = [revisions, notebook, responses] as const
