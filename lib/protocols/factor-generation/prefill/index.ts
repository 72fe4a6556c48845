/** What machines can do for FACTOR's generated text: propose the fact, write on, judge (FACTOR 6). */

import { type Continuation, contentOf, continuation } from '@/lib/protocols/factor-generation/content'
import type { Pipeline } from '@/lib/protocols/prefill'
import { foundIn, withNewEntries } from '@/lib/protocols/prefilling/found-entries'
import type { Json } from '@/lib/protocols/protocol'
import { continuationsStep, laterContinuationsStep } from './continuations'
import { factStep } from './fact'
import { judgementsStep } from './judgements'

/**
 * The content with the continuations that runs found behind those it has. What is not in their shape is left out; the same ones
 * twice change nothing.
 */
export function withEvidence(content: Json, found: readonly Json[]): Json {
  const pair = contentOf(content)
  return { ...pair, continuations: withNewEntries(pair.continuations, foundIn(found, continuation), isSame) }
}

const isSame = (one: Continuation, other: Continuation) =>
  one.model === other.model && one.sample === other.sample && one.text === other.text

export const factorGenerationPipeline: Pipeline = {
  protocolId: 'factor-generation',
  steps: [factStep, continuationsStep, laterContinuationsStep, judgementsStep],
  withEvidence,
  evidenceIsContent: true,
  generated: null,
}
