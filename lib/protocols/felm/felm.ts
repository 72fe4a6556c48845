/** FELM: is each segment of a model's response true, and if not, in what way is it wrong? */

import { domainField, idField, modelField, promptField, responseField, sourceField } from '@/lib/protocols/own-columns'
import type { ItemLabel, Protocol, RecordFormat } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { audits } from './audits'
import { composition } from './composition'
import { domainTexts, felmContent, felmDomains } from './content'
import { guidelines } from './guidelines'
import { discardReasons } from './options'
import { readFelm } from './read'
import { readPlain } from './read-plain'
import { rollUps } from './roll-ups'
import { SEGMENTS } from './stage'
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

/** Whether a response is factual. FELM's records label segments only, so none states it itself. */
const itemLabel: ItemLabel = {
  stage: SEGMENTS,
  values: [
    { value: true, text: 'Factual', tone: 'positive' },
    { value: false, text: 'Not factual', tone: 'negative' },
  ],
  byRule: ({ response = null }) =>
    isJsonRecord(response) ? Object.fromEntries(Object.entries(response).filter(([, label]) => label !== null)) : {},
}

export const felm: Protocol = {
  ...felmWork,
  version: 1,
  title: 'FELM: segment factuality',
  summary: 'Label every segment of a response true or false, with the type of each error and the reason.',
  source: {
    paper: 'FELM: Benchmarking Factuality Evaluation of Large Language Models',
    section: '3.5-3.6, appendix B',
  },
  content: felmContent,
  identifiedBy: ['prompt', 'response'],
  composition,
  rollUps,
  itemLabel,
  label: { stage: 'segments', measure: 'label', type: 'errorType', reason: 'reason' },
  formats: [felmFormat, plainFormat],
  exports: [],
  columns: {
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
      values: felmDomains.map((value) => ({ value, text: domainTexts[value] })),
    },
  },
  discardReasons,
  audits,
  guidelines,
}
