/** VeriScore's pairwise preference of claim lists: which of two extractions has the most that can be verified? */
import { domainField, idField, modelField, promptField, responseField, sourceField } from '@/lib/protocols/own-columns'
import type { Protocol } from '@/lib/protocols/protocol'
import { composition } from './composition'
import { preferenceContent } from './content'
import { formats } from './formats'
import { guidelines } from './guidelines'
import { discardReasons } from './options'
import { veriscorePreferenceWork } from './work'

export const veriscorePreference: Protocol = {
  ...veriscorePreferenceWork,
  version: 1,
  title: 'VeriScore: claim list preference',
  summary: 'Choose the better of two lists of claims, side by side, without knowing which method made which.',
  source: {
    paper: 'VeriScore: Evaluating the factuality of verifiable claims in long-form text generation',
    section: '3.1, appendices D and F',
  },
  content: preferenceContent,
  identifiedBy: ['text', 'question', 'variant', 'methods', 'lists'],
  composition,
  rollUps: [],
  formats,
  exports: [],
  columns: {
    format: 'texts',
    reads: ['prompt_source', 'qa', 'variant', 'extractor', 'lists', 'votes', 'claim_list', 'all_claims'],
    fields: [
      {
        ...promptField,
        key: 'question',
        title: 'Question',
        headings: [['prompt', 'earlier messages'], ...promptField.headings.slice(1)],
      },
      { ...responseField, key: 'text', title: 'Text', headings: [['response'], ...responseField.headings] },
      idField,
      domainField,
      sourceField,
      modelField,
    ],
  },
  discardReasons,
  guidelines,
}
