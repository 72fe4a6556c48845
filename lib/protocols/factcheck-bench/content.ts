import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'

/** A quoted passage that a machine found for a claim; `query` is what it searched for. */
const passage = z.object({ quote: z.string(), url: z.string().nullable(), query: z.string().nullable() })
export type Passage = z.infer<typeof passage>

/** The automatic evidence for one claim, found by its sentence's key (`s1`) and its text without outer blanks. */
const claimEvidence = z.object({ sentence: z.string(), claim: z.string(), passages: z.array(passage) })
export type ClaimEvidence = z.infer<typeof claimEvidence>

/** A Factcheck-Bench item: a prompt, what a model answered, and the automatic evidence that came with the record. */
export const factcheckBenchContent = z.object({
  prompt: z.string(),
  response: z.string(),
  source: z.string().nullable(),
  evidence: z.array(claimEvidence),
})
export type FactcheckBenchContent = z.infer<typeof factcheckBenchContent>

/** An item's content as this protocol's type: it passed the schema when it was imported. */
export function contentOf(content: Json): FactcheckBenchContent {
  return content as FactcheckBenchContent
}
