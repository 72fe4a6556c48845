/** What machines can do for VeriScore's verification: search, and verify as the pipeline does (VeriScore 3.2-3.3). */
import type { Pipeline } from '@/lib/protocols/prefill'
import { resultsStep } from './results'
import { stancesStep } from './stances'
import { verdictStep } from './verdict'
import { withEvidence } from './with-evidence'

export const veriscoreVerificationPipeline: Pipeline = {
  protocolId: 'veriscore-verification',
  steps: [resultsStep, stancesStep, verdictStep],
  withEvidence,
  // A response has no claims of its own; the pipeline's extractor makes them.
  generated: null,
}
