/** Factcheck-Bench's preference among revisions: which of four revised responses do people like best? */
import { domainField, idField, modelField, promptField, responseField, sourceField } from '@/lib/protocols/own-columns'
import type { Protocol } from '@/lib/protocols/protocol'
import { composition } from './composition'
import { revisionContent } from './content'
import { formats } from './formats'
import { guidelines } from './guidelines'
import { factcheckBenchRevisionWork } from './work'

export const factcheckBenchRevision: Protocol = {
  ...factcheckBenchRevisionWork,
  version: 1,
  title: 'Factcheck-Bench: revision preference',
  summary: 'Choose the best of four revisions of a response, side by side, without knowing which method made which.',
  source: {
    paper: 'Factcheck-Bench: Fine-Grained Evaluation Benchmark for Automatic Fact-checkers',
    section: '4.4, table 6',
  },
  content: revisionContent,
  identifiedBy: ['prompt', 'response', 'methods', 'revisions'],
  composition,
  rollUps: [],
  formats,
  exports: [],
  columns: {
    format: 'responses',
    reads: [
      'claim list',
      'corrections',
      'revised_response',
      'human_revision',
      'factual state',
      'human_preference',
      'votes',
    ],
    fields: [
      { ...promptField, required: true },
      responseField,
      {
        key: 'claims',
        title: 'True claims',
        required: false,
        form: 'list',
        headings: [['claim list', 'true claims', 'facts']],
      },
      idField,
      domainField,
      sourceField,
      modelField,
    ],
  },
  discardReasons: [
    { value: 'no_error', text: 'The response has no factual error' },
    { value: 'broken_revisions', text: 'Broken or cut-off revisions' },
    { value: 'other', text: 'Other' },
  ],
  guidelines,
}
