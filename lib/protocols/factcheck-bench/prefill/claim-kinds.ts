/** Type, worth and importance of claims that were just listed. */
import { z } from 'zod'
import type { StepTools } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import { type Worth, worthOf } from '@/lib/protocols/rules/check-worthiness'
import { askAboutEach, batchesOf, doEach, numbered, roomFor } from './asking'
import { claimKindsPrompt } from './prompts/decompose'

const AT_A_TIME = 40

export interface ListedClaim {
  text: string
  sentence: string
  /** Its place in its sentence, from 0. */
  place: number
}

export interface ClaimKind {
  /** Values to the questions about the claim. */
  values: Record<string, Json>
  why: string
}

export interface ClaimKinds {
  /** By the place of the claim in the list; null where nothing is known. */
  kinds: (ClaimKind | null)[]
  promptHash: string | null
  problems: string[]
}

/** Type by outer signs; the first claim of a sentence is its most important. */
export function kindsByRules(claims: readonly ListedClaim[]): ClaimKinds {
  const kinds = claims.map(({ text, place }) => {
    const { worth, why } = worthOf(text)
    return { values: { type: asType(worth), importance: place === 0 ? 'yes' : 'intermediate' }, why }
  })
  return { kinds, promptHash: null, problems: [] }
}

const asType = (worth: Worth) => (worth === 'fact' ? 'factual' : worth)

const answer = z.object({
  entries: z.array(
    z.object({
      number: z.int(),
      type: z.enum(['factual', 'opinion', 'not_a_claim', 'other']),
      worth: z.enum(['check', 'commonsense', 'not_publicly_checkable']),
      importance: z.enum(['yes', 'intermediate', 'no']),
      reason: z.string(),
    }),
  ),
})

/** Asked for a batch at a time. Claims that the model leaves out twice stay without; they are none the worse for it. */
export async function kindsByModel(tools: StepTools, claims: readonly ListedClaim[]): Promise<ClaimKinds> {
  const kinds: (ClaimKind | null)[] = claims.map(() => null)
  let hash: string | null = null
  const { problems } = await doEach(batchesOf(claims, AT_A_TIME), async (batch, n) => {
    const lines = batch.map(({ text, sentence }) => `${text} [${sentence}]`)
    const question = {
      prompt: claimKindsPrompt,
      values: { claims: numbered(lines) },
      answer,
      maxTokens: roomFor(tools, [], 0) + 100 * batch.length,
    }
    for (const { index, value, promptHash } of await askAboutEach(tools, question, batch.length)) {
      const { type, worth, importance, reason } = value
      const values: Record<string, Json> = { type, importance }
      if (type === 'factual' && worth !== 'check') values.setAside = worth
      kinds[n * AT_A_TIME + index] = { values, why: reason.trim() }
      hash = promptHash
    }
  })
  return { kinds, promptHash: hash, problems }
}
