/** What machines can do for FELM: its segmentation (FELM 3.4) and its evaluators (4.1, app. D) as suggestions. */
import { wholeDefinition } from '@/lib/protocols/built-in-work'
import { definition } from '@/lib/protocols/felm/definition'
import texts from '@/lib/protocols/felm/texts.json' with { type: 'json' }
import { compilePipeline } from '@/lib/protocols/language/compile/pipeline'
import type { Pipeline } from '@/lib/protocols/prefill'
import { felmOutputs } from './outputs'
import { verdictsStep } from './verdicts'

/** What the file says: segments, links, and verdicts in a step for which FELM has one of its own. */
const fileSteps = compilePipeline(wholeDefinition(definition, texts), 'felm')?.steps ?? []

export const felmPipeline: Pipeline = {
  protocolId: 'felm',
  steps: [...fileSteps.filter(({ key }) => key !== verdictsStep.key), verdictsStep],
  outputs: felmOutputs,
  generated: ({ prompt, response, model, externalId }) => ({ prompt, response, source: model, id: externalId }),
}
