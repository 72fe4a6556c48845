/** What machines can do for FACTOR's generated text: propose the fact, write on, judge (FACTOR 6). */
import type { Pipeline } from '@/lib/protocols/prefill'
import { continuationsStep, laterContinuationsStep } from './continuations'
import { factStep } from './fact'
import { judgementsStep } from './judgements'
import { withEvidence } from './with-evidence'

export const factorGenerationPipeline: Pipeline = {
  protocolId: 'factor-generation',
  steps: [factStep, continuationsStep, laterContinuationsStep, judgementsStep],
  withEvidence,
  evidenceIsContent: true,
  generated: null,
}
