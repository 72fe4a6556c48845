/** The content with what the builder made: a sentence of the document, and contradictions of the completion. */
import { z } from 'zod'
import {
  contentOf,
  contradictionSchema,
  type FactorContent,
  type Sentence,
  sentenceSchema,
  startOf,
} from '@/lib/protocols/factor-validation/content'
import type { Json } from '@/lib/protocols/protocol'

const chosen = z.object({ kind: z.literal('sentence'), sentence: sentenceSchema })
const contradictionEvidence = z.object({
  kind: z.literal('contradictions'),
  /** The completion that they were made of; for another one they are none. */
  completion: z.string(),
  contradictions: z.array(contradictionSchema),
})
const evidenceSchema = z.union([chosen, contradictionEvidence])
export type FactorEvidence = z.infer<typeof evidenceSchema>

/** Later evidence takes the place of earlier; what is not in its shape is left out. Twice the same changes nothing. */
export function withEvidence(content: Json, found: readonly Json[]): Json {
  const entries = found.flatMap((entry) => evidenceSchema.safeParse(entry).data ?? [])
  return entries.reduce(taken, contentOf(content))
}

function taken(content: FactorContent, entry: FactorEvidence): FactorContent {
  if (entry.kind === 'contradictions')
    return startOf(content)?.completion === entry.completion
      ? { ...content, contradictions: entry.contradictions }
      : content
  if (content.completion !== null || isSame(content.sentence, entry.sentence)) return content
  return { ...content, sentence: entry.sentence, contradictions: [] }
}

const isSame = (one: Sentence | null, other: Sentence) => one?.start === other.start && one.end === other.end
