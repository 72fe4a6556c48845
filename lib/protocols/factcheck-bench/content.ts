import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'

/** How a run came upon a passage; passages that came with a record have nothing of it. */
export const foundSchema = z.object({
  /** Every query that led to it, the first of them being `query`. */
  queries: z.array(z.string()),
  /** Of the page or document. */
  title: z.string(),
  /** Its page, a document of the project's own, or only the summary in the list of results. */
  source: z.enum(['page', 'document', 'summary']),
  /** Its page's place in the list of results, from 1. */
  rank: z.int(),
  /** The kept page, and where in its text the quote stands, in code points, end exclusive. */
  snapshot: z.string().nullable(),
  start: z.int().nullable(),
  end: z.int().nullable(),
  /** When the page was read, or null for a summary. */
  readAt: z.string().nullable(),
})
export type Found = z.infer<typeof foundSchema>

/** A quoted passage that a machine found for a claim; `query` is what it searched for. */
const passage = z.object({
  quote: z.string(),
  url: z.string().nullable(),
  query: z.string().nullable(),
  found: foundSchema.optional(),
})
export type Passage = z.infer<typeof passage>

/** The automatic evidence for one claim, found by its sentence's key (`s1`) and its text without outer blanks. */
export const claimEvidence = z.object({ sentence: z.string(), claim: z.string(), passages: z.array(passage) })
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
