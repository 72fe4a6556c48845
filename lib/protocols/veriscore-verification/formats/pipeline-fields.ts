/** The spellings of the pipeline's fields: of its code, its documentation, its sample, and its older versions. */
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'

export const SPELLINGS = {
  /** One list of claims a sentence. */
  bySentence: ['claim_list', 'claim_lst_lst', 'fact_lst_lst'],
  /** The different claims, in order. */
  all: ['all_claims', 'all_claim_lst', 'all_facts_lst'],
  /** The results of each claim: by the claim, or in the order of the claims. */
  results: ['claim_search_results', 'claim_snippets_dict', 'claim_srch_res_lst', 'snippet_lst'],
  /** What a verifier said of each claim. */
  verified: ['claim_verification_result', 'claim_verification_res'],
} as const
export type PipelineField = keyof typeof SPELLINGS

/** Where a piece of a line stands in it; a field of Assay's. */
export const PLACE = 'claim_place'

/** In a verifier's entry, a field of Assay's: "people" where the verdict that stands there is theirs and no machine's. */
export const VERIFIED_BY = 'verified_by'

/** The name under which the record has the field; the first where it has none. */
export const nameOf = (record: JsonRecord, field: PipelineField): string =>
  SPELLINGS[field].find((name) => record[name] !== undefined) ?? SPELLINGS[field][0]

export const isPipelineLine = (record: Json): record is JsonRecord =>
  isJsonRecord(record) &&
  !('claim' in record) &&
  ('abstained' in record || [...SPELLINGS.bySentence, ...SPELLINGS.all].some((name) => name in record))

const NO_CLAIM = /^no verifiable claims?\.?$/i

/** The claims of a list: null, blanks and the words for "none" are no claims. */
export function claimsIn(list: Json | undefined): string[] {
  if (!Array.isArray(list)) return []
  const isClaim = (claim: Json): claim is string =>
    typeof claim === 'string' && claim.trim() !== '' && !NO_CLAIM.test(claim.trim())
  return list.filter(isClaim)
}

/** What the field holds of one claim, with its name there: `results["Lenny ..."]`. */
export function ofClaim(value: Json | undefined, claim: string, index: number): Json | undefined {
  if (Array.isArray(value)) return value[index]
  const byClaim = value ?? null
  if (!isJsonRecord(byClaim)) return undefined
  const entries = Object.entries(byClaim)
  const exact = entries.find(([key]) => key === claim)
  return (exact ?? entries.find(([key]) => key.trim() === claim.trim()))?.[1]
}

/** The verifier's entry on a claim. */
export function verifiedEntry(value: Json | undefined, claim: string): JsonRecord | null {
  if (!Array.isArray(value)) return null
  return (
    value
      .filter(isJsonRecord)
      .find((entry) => typeof entry.claim === 'string' && entry.claim.trim() === claim.trim()) ?? null
  )
}
