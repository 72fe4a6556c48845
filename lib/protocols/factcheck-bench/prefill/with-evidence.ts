/** The content with what runs found. Nothing that is there goes or moves: passages are numbered by their place. */
import { z } from 'zod'
import {
  type ClaimEvidence,
  claimEvidence,
  contentOf,
  type FactcheckBenchContent,
  type Found,
  type Passage,
} from '@/lib/protocols/factcheck-bench/content'
import { evidenceFor } from '@/lib/protocols/factcheck-bench/verify-units'
import type { Json } from '@/lib/protocols/protocol'
import { foldText } from '@/lib/text/text-similarity'

/** What is not in the shape of evidence is left out. The same evidence twice changes nothing. */
export function withEvidence(content: Json, found: readonly Json[]): Json {
  const entries = z
    .array(z.json())
    .parse(found)
    .flatMap((entry) => claimEvidence.safeParse(entry).data ?? [])
  return asJson(entries.reduce(addEvidence, contentOf(content)))
}

/**
 * For a claim whose evidence came with another wording, that evidence stays its own: otherwise it would be gone as soon as
 * there is some for this very wording.
 */
function addEvidence(
  content: FactcheckBenchContent,
  { sentence, claim, passages }: ClaimEvidence,
): FactcheckBenchContent {
  const text = claim.trim()
  const before = evidenceFor(content, { parent: sentence, text })
  const isOwn = before !== undefined && before.claim.trim() === text
  const merged = {
    sentence,
    claim: isOwn ? before.claim : text,
    passages: passages.reduce(addPassage, before?.passages ?? []),
  }
  const evidence = isOwn
    ? content.evidence.map((each) => (each === before ? merged : each))
    : [...content.evidence, merged]
  return { ...content, evidence }
}

function addPassage(passages: readonly Passage[], passage: Passage): Passage[] {
  if (passage.quote.trim() === '') return [...passages]
  const existingIndex = passages.findIndex((each) => isSame(each, passage))
  if (existingIndex < 0) return [...passages, passage]
  return passages.map((each, index) => (index === existingIndex ? united(each, passage) : each))
}

const isSame = (one: Passage, other: Passage) => one.url === other.url && foldText(one.quote) === foldText(other.quote)

/** The first finding with the queries of both; what came with the record learns how it was found again. */
function united(one: Passage, other: Passage): Passage {
  const found = one.found ?? other.found
  if (!found) return one
  const queries = [...new Set([one.query ?? [], ...queriesOf(one.found), ...queriesOf(other.found)].flat())]
  return { ...one, query: one.query ?? queries[0] ?? null, found: { ...found, queries } }
}

const queriesOf = (found: Found | undefined) => found?.queries ?? []

const asJson = ({ evidence, ...rest }: FactcheckBenchContent): Json => ({
  ...rest,
  evidence: evidence.map(({ sentence, claim, passages }) => ({
    sentence,
    claim,
    passages: passages.map(({ found, ...passage }) => (found ? { ...passage, found: { ...found } } : { ...passage })),
  })),
})
