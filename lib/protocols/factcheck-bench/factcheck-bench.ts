/** Factcheck-Bench: a response taken apart into claims, each verified and corrected, and put together again. */
import type { Protocol } from '@/lib/protocols/protocol'
import { composition } from './composition'
import { contentOf, factcheckBenchContent } from './content'
import { decomposeStage } from './decompose'
import { exportFormats, formats } from './formats'
import { guidelines } from './guidelines'
import { itemLabel } from './item-label'
import { rollUpRules } from './labels'
import { linter } from './lint'
import { mergeStage } from './merge'
import { discardReasons } from './options'
import { verifyStage } from './verify'

export const factcheckBench: Protocol = {
  id: 'factcheck-bench',
  version: 1,
  title: 'Factcheck-Bench: claims, evidence, revision',
  summary:
    'Take a response apart into claims, verify each against evidence, correct what is false, and merge the rest.',
  source: {
    paper: 'Factcheck-Bench: Fine-Grained Evaluation Benchmark for Automatic Fact-checkers',
    section: '2, 3.2, appendices C and G',
  },
  content: factcheckBenchContent,
  domains: {},
  composition,
  rollUps: rollUpRules,
  itemLabel,
  linter,
  present: (content) => {
    const { prompt, response } = contentOf(content)
    return [
      { title: 'Prompt', text: prompt },
      { title: 'Response', text: response },
    ]
  },
  stages: [decomposeStage, verifyStage, mergeStage],
  formats,
  exports: exportFormats,
  discardReasons,
  guidelines,
}
