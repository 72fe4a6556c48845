/** VeriScore's verification by people: is a claim supported by what searching for it finds? */
import { idField, modelField, promptField, responseField, sourceField } from '@/lib/protocols/own-columns'
import type { Protocol } from '@/lib/protocols/protocol'
import { composition } from './composition'
import { verificationContent } from './content'
import { formats } from './formats'
import { exportFormats } from './formats/exports'
import { guidelines } from './guidelines'
import { linter } from './lint'
import { discardReasons } from './options'
import { itemLabel, rollUps } from './roll-ups'
import { veriscoreVerificationWork } from './work'

export const veriscoreVerification: Protocol = {
  ...veriscoreVerificationWork,
  version: 1,
  title: 'VeriScore: claim verification',
  summary: 'Say whether each search result supports or contradicts a claim, and whether the claim is supported.',
  source: {
    paper: 'VERISCORE: Evaluating the factuality of verifiable claims in long-form text generation',
    section: '3.3, appendices B and E',
  },
  content: verificationContent,
  identifiedBy: ['claim', 'results', 'question', 'response', 'sentence', 'model', 'place'],
  composition,
  rollUps,
  itemLabel,
  label: { stage: 'verify', measure: 'verdict', type: 'why', reason: 'comment' },
  linter,
  formats,
  exports: exportFormats,
  columns: {
    format: 'claim',
    reads: [
      'human_label',
      'human_reason',
      'human_result_labels',
      'human_source_trust',
      'human_comment',
      'human_parts',
      'machine_label',
      'verification_result',
      'search_result',
      'search_results',
    ],
    fields: [
      {
        key: 'claim',
        title: 'Claim',
        required: true,
        form: 'text',
        headings: [['claim text', 'atomic claim'], ['statement', 'fact', 'hypothesis'], ['text']],
        asks: true,
      },
      {
        key: 'results',
        title: 'Search results',
        required: false,
        form: 'list',
        headings: [['search results', 'search result', 'evidence', 'evidences', 'passages', 'snippets']],
      },
      { ...promptField, key: 'question', title: 'Question', headings: [['prompt'], ...promptField.headings] },
      { ...responseField, required: false },
      { key: 'sentence', title: 'Sentence', required: false, form: 'text', headings: [['context sentence']] },
      idField,
      modelField,
      { ...sourceField, key: 'prompt_source', headings: [['source'], ...sourceField.headings] },
    ],
  },
  discardReasons,
  guidelines,
}
