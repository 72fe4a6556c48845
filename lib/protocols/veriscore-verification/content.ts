import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'

/** Most search results that a claim is judged by (VeriScore 3.2). */
export const MOST_RESULTS = 10

/** A search result as an annotator sees it; `link` is null where none came with it. */
const result = z.object({ title: z.string(), snippet: z.string(), link: z.string().nullable() })
export type SearchResult = z.infer<typeof result>

/** Where a claim stands in its response. Counts are of the whole response, whatever of it was imported. */
const place = z.object({
  /** Tells responses apart: the same for all claims of one. */
  response: z.string(),
  /** The claim's number among the response's different claims, from 1, and how many there are. */
  claim: z.int(),
  claims: z.int(),
  /** The number of its sentence, from 1; null where no sentence lists it. */
  sentence: z.int().nullable(),
  sentences: z.int(),
})
export type ClaimPlace = z.infer<typeof place>

/** What an automatic verifier said. `unsupported`: contradicted or inconclusive, it did not say which. */
export const machineLabels = ['supported', 'contradicted', 'inconclusive', 'unsupported'] as const
export type MachineLabel = (typeof machineLabels)[number]

/** A claim with the results of searching for it, and what is known of where it comes from. */
export const verificationContent = z.object({
  claim: z.string(),
  results: z.array(result).max(MOST_RESULTS),
  question: z.string().nullable(),
  response: z.string().nullable(),
  /** The sentence that the claim was taken from. */
  sentence: z.string().nullable(),
  model: z.string().nullable(),
  promptSource: z.string().nullable(),
  place: place.nullable(),
  /** Never shown to annotators (`Stage.shows`). */
  machineLabel: z.enum(machineLabels).nullable(),
})
export type VerificationContent = z.infer<typeof verificationContent>

/** An item's content as this protocol's type: it passed the schema when it was imported. */
export function contentOf(content: Json): VerificationContent {
  return content as VerificationContent
}

/** VeriScore's sets of prompts, as its tables and files abbreviate them; others stand for themselves. */
export const domainTexts: Readonly<Record<string, string>> = {
  LF: 'LongFact',
  Bio: 'Biography',
  AskH: 'AskHistorians',
  FBs: 'FreshBooks',
  ELI5: 'Explain like I’m five',
}
