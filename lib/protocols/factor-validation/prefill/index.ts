/** The FACTOR builder (FACTOR 3.2; SEEDS 5.4): from documents to examples, and scores and guesses for those that exist. */
import type { Pipeline } from '@/lib/protocols/prefill'
import { contradictionFilterStep } from './contradiction-filter'
import { contradictionsStep } from './contradictions'
import { fluencyFilterStep } from './fluency-filter'
import { selectionStep } from './selection'
import { sentenceStep } from './sentence'
import { typesStep } from './types'
import { withEvidence } from './with-evidence'

export const factorValidationPipeline: Pipeline = {
  protocolId: 'factor-validation',
  steps: [sentenceStep, typesStep, contradictionsStep, contradictionFilterStep, fluencyFilterStep, selectionStep],
  withEvidence,
  evidenceIsContent: true,
  generated: null,
}
