/** What machines can do for FELM: its segmentation (FELM 3.4) and its evaluators (4.1, app. D) as suggestions. */
import type { Pipeline } from '@/lib/protocols/prefill'
import { linksStep } from './links'
import { felmOutputs } from './outputs'
import { segmentsStep } from './segments'
import { verdictsStep } from './verdicts'

export const felmPipeline: Pipeline = {
  protocolId: 'felm',
  steps: [segmentsStep, linksStep, verdictsStep],
  outputs: felmOutputs,
  generated: ({ prompt, response, model, externalId }) => ({ prompt, response, source: model, id: externalId }),
}
