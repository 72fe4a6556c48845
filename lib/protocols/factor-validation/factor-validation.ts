/** FACTOR: are the contradictions of an example what the benchmark takes them for? */
import type { Protocol } from '@/lib/protocols/protocol'
import { composition } from './composition'
import { factorContent } from './content'
import { exports, formats } from './formats'
import { documentRecordOf } from './formats/document'
import { guidelines } from './guidelines'
import { discardReasons } from './options'
import { itemLabel, rollUps } from './roll-up'
import { factorValidationWork } from './work'

export const factorValidation: Protocol = {
  ...factorValidationWork,
  version: 1,
  title: 'FACTOR: contradictions of a true sentence',
  summary:
    'Judge whether edited sentences are non-factual, fluent and self-consistent, and what was changed; or build such examples from documents.',
  source: {
    paper: 'Generating Benchmarks for Factuality Evaluation of Language Models',
    section: '3.2-3.3, appendix A',
  },
  content: factorContent,
  identifiedBy: ['prefix', 'completion', 'sentence', 'contradictions'],
  composition,
  rollUps,
  itemLabel,
  label: { stage: 'validate', measure: 'passes', type: 'errorType', reason: 'note' },
  formats,
  exports,
  fromDocument: documentRecordOf,
  discardReasons,
  guidelines,
}
