import { builtIn } from '@/lib/protocols/built-in'
import { domainField, idField, modelField, promptField, responseField, sourceField } from '@/lib/protocols/own-columns'
import type { OwnColumns, RecordFormat } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { audits } from './audits'
import { composition } from './composition'
import { felmDomains } from './content'
import { definition } from './definition'
import { SEGMENTS } from './labels'
import { readFelm } from './read'
import { readPlain } from './read-plain'
import texts from './texts.json' with { type: 'json' }
import { felmWork } from './work'
import { writeFelm } from './write'

const PLAIN_FIELDS = ['id', 'domain', 'rule_domain', 'source', 'model', 'prompt', 'response', 'segmented_response']

const felmFormat: RecordFormat = {
  key: 'felm',
  title: 'FELM record',
  description:
    'index, domain, source, prompt, response, segmented_response and, where labelled, labels, comment, type, ref and ref_contents. Gold keeps the shape of every field it does not change.',
  fields: [...PLAIN_FIELDS, 'index', 'labels', 'comment', 'type', 'ref', 'ref_contents'],
  recognises: (record) => isJsonRecord(record) && ('segmented_response' in record || 'labels' in record),
  read: readFelm,
  write: writeFelm,
}

const plainFormat: RecordFormat = {
  key: 'plain',
  title: 'Prompt and response',
  description:
    'prompt and response, and if you like id, source and domain (any word; the paper has wk, science, math, reasoning and writing_rec). The prompt may be missing. The response is split into sentences. Gold is written as a FELM record.',
  fields: PLAIN_FIELDS,
  recognises: (record) => isJsonRecord(record) && ('prompt' in record || 'response' in record),
  read: readPlain,
  write: writeFelm,
}

const columns: OwnColumns = {
  format: plainFormat.key,
  fields: [
    promptField,
    responseField,
    {
      key: 'segmented_response',
      title: 'Segments',
      required: false,
      form: 'list',
      headings: [['segments', 'sentences', 'response segments', 'response sentences']],
    },
    idField,
    domainField,
    sourceField,
    modelField,
  ],
  ruleDomains: {
    field: 'rule_domain',
    values: felmDomains.map((value) => ({ value, text: felmWork.domains[value] ?? value })),
  },
}

export const manifest = builtIn({
  order: 1,
  definition,
  texts,
  work: felmWork,
  own: ({ itemLabel }) => ({
    formats: [felmFormat, plainFormat],
    columns,
    composition,
    audits,
    label: { stage: SEGMENTS, measure: 'label', type: 'errorType', reason: 'reason' },
    // A roll-up holds the labels of the response as “response”, under which gold is stored.
    itemLabel: itemLabel && { ...itemLabel, byRule: ({ response = null }) => itemLabel.byRule({ label: response }) },
  }),
  pipeline: () => import('./prefill').then(({ felmPipeline }) => felmPipeline),
  scoring: () => import('./evaluation').then(({ felmEvaluations }) => felmEvaluations),
})
