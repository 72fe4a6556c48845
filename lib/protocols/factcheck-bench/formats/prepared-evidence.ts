/**
 * Evidence that was found before anybody annotates, beside the claims it was found for: `evidence` has a list for every
 * sentence, in it a list for every claim, in it the passages. The authors' pages had no such file between their first and
 * second screen; this one is Assay's.
 */
import { z } from 'zod'
import type { ClaimEvidence } from '@/lib/protocols/factcheck-bench/content'
import type { Json } from '@/lib/protocols/protocol'
import type { RecordFields } from '@/lib/protocols/record-fields'

const passageSchema = z.object({
  quote: z.string().trim().min(1),
  url: z.url({ protocol: /^https?$/ }).nullish(),
  query: z.string().nullish(),
})
const evidenceSchema = z.array(z.array(z.array(passageSchema)))

/** The record's evidence by claim; a problem is noted where it does not fit its claims. */
export function preparedEvidence(fields: RecordFields, claims: readonly (readonly string[])[]): ClaimEvidence[] {
  const writtenEvidence = fields.record.evidence ?? null
  if (writtenEvidence === null) return []
  const parsed = evidenceSchema.safeParse(writtenEvidence)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' }
    fields.refuse(
      `evidence${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')}`,
      `evidence holds something that is not a passage: ${message}`,
      'For every sentence and every claim give a list of passages, each with quote, and if known url and query.',
    )
    return []
  }
  if (!fits(parsed.data, claims)) {
    const message =
      'evidence and atomic claims are not of the same shape: which passages belong to which claim is unclear.'
    fields.refuse('evidence', message, 'Give one list per sentence, and in it one per claim, or [] for none.')
    return []
  }
  return parsed.data.flatMap((sentence, s) =>
    sentence.map((passages, c) => ({
      sentence: `s${s + 1}`,
      claim: (claims[s]?.[c] ?? '').trim(),
      passages: passages.map(({ quote, url, query }) => ({ quote, url: url ?? null, query: query ?? null })),
    })),
  )
}

const fits = (evidence: readonly (readonly Json[])[], claims: readonly (readonly string[])[]) =>
  evidence.length === claims.length && evidence.every((sentence, index) => sentence.length === claims[index]?.length)
