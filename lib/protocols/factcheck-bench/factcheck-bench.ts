/** Factcheck-Bench: a response taken apart into claims, each verified and corrected, and put together again. */
import { domainField, idField, modelField, promptField, responseField, sourceField } from '@/lib/protocols/own-columns'
import type { Protocol } from '@/lib/protocols/protocol'
import { composition } from './composition'
import { factcheckBenchContent } from './content'
import { exportFormats, formats } from './formats'
import { guidelines } from './guidelines'
import { itemLabel } from './item-label'
import { rollUpRules } from './labels'
import { linter } from './lint'
import { discardReasons } from './options'
import { factcheckBenchWork } from './work'

export const factcheckBench: Protocol = {
  ...factcheckBenchWork,
  version: 1,
  title: 'Factcheck-Bench: claims, evidence, revision',
  summary:
    'Take a response apart into claims, verify each against evidence, correct what is false, and merge the rest.',
  source: {
    paper: 'Factcheck-Bench: Fine-Grained Evaluation Benchmark for Automatic Fact-checkers',
    section: '2, 3.2, appendices C and G',
  },
  content: factcheckBenchContent,
  identifiedBy: ['prompt', 'response'],
  composition,
  rollUps: rollUpRules,
  itemLabel,
  label: { stage: 'verify', measure: 'verdict' },
  linter,
  formats,
  exports: exportFormats,
  columns: {
    format: 'plain',
    fields: [promptField, responseField, idField, domainField, sourceField, modelField],
  },
  discardReasons,
  guidelines,
}
