/** What machines can do for Factcheck-Bench: the steps of its automatic fact-checker, as suggestions. */
import type { Pipeline } from '@/lib/protocols/prefill'
import { checkworthyStep } from './checkworthy'
import { claimsStep } from './claims'
import { decontextStep } from './decontext'
import { importanceStep } from './importance'

export const factcheckBenchPipeline: Pipeline = {
  protocolId: 'factcheck-bench',
  steps: [decontextStep, claimsStep, checkworthyStep, importanceStep],
  generated: ({ prompt, response, model, externalId }) => ({ prompt, response, source: model, id: externalId }),
}
