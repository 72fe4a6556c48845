/** What units of the later stages know from the gold they come from (`UnitDraft.data`). */
import { z } from 'zod'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { foundSchema } from './content'

const sentenceData = z.object({
  decontext: z.string(),
  checkworthy: z.string().nullable(),
  importance: z.string().nullable(),
})
/** A sentence in the second stage. */
export type SentenceData = z.infer<typeof sentenceData>

const claimData = z.object({
  type: z.string().nullable(),
  importance: z.string().nullable(),
  /** `check`, or why a factual claim is not verified; null for claims of other types. */
  setAside: z.string().nullable(),
  /** The claim's key in the first stage. */
  from: z.string(),
})
/** A claim in the second stage. */
export type ClaimData = z.infer<typeof claimData>

const evidenceData = z.object({
  url: z.string().nullable(),
  query: z.string().nullable(),
  rank: z.number(),
  found: foundSchema.optional(),
})
/** A passage found automatically; `rank` counts from 1. `found`: how a run came upon it, where one did. */
export type EvidenceData = z.infer<typeof evidenceData>

const mergedClaim = z.object({
  /** The claim's key in the second stage. */
  key: z.string(),
  /** What is left of it: corrected where it was, empty where it was deleted. */
  text: z.string(),
  /** What it was before. */
  was: z.string(),
  fate: z.enum(['kept', 'edited', 'deleted']),
  type: z.string().nullable(),
})
/** A claim on its way back into its sentence. */
export type MergedClaim = z.infer<typeof mergedClaim>

const mergeData = z.object({
  decontext: z.string(),
  checkworthy: z.string().nullable(),
  claims: z.array(mergedClaim),
})
/** A sentence in the third stage. */
export type MergeData = z.infer<typeof mergeData>

const readWith =
  <Data>(schema: z.ZodType<Data>, fallback: Data) =>
  ({ data = null }: UnitDraft): Data => {
    const checked = schema.safeParse(data)
    return checked.success ? checked.data : fallback
  }

export const sentenceDataOf = readWith<SentenceData>(sentenceData, {
  decontext: '',
  checkworthy: null,
  importance: null,
})
export const claimDataOf = readWith<ClaimData>(claimData, { type: null, importance: null, setAside: null, from: '' })
export const evidenceDataOf = readWith<EvidenceData>(evidenceData, { url: null, query: null, rank: 0 })
export const mergeDataOf = readWith<MergeData>(mergeData, { decontext: '', checkworthy: null, claims: [] })

/** Is the claim verified: factual and not set aside? */
export function isCheckedClaim(unit: UnitDraft): boolean {
  const { type, setAside } = claimDataOf(unit)
  return unit.kind === 'claim' && type === 'factual' && setAside === 'check'
}
