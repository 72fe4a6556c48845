/** Sentences of Factcheck-Bench for records that contradict themselves, or not. */
import { benchmarkSentence } from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import type { Json } from '@/lib/protocols/protocol'

const TRUE_CLAIM = { if_claim_needs_edit: ['no'], claims_factuality_label: [true], sentence_factuality_label: true }

/** One true claim. */
export const plainSentence = (changes: Record<string, Json> = {}) =>
  benchmarkSentence({
    ...TRUE_CLAIM,
    revised_decontext: 'Lake Baikal lies in Mongolia.',
    revised_claims: ['Lake Baikal lies in Mongolia.'],
    usedEvidence_index_in_revision: ['-1'],
    ...changes,
  })

/** One claim is true, the other an opinion: the released rule calls the sentence false, the paper's does not. */
export const opinionatedSentence = plainSentence({
  claims: ['Lake Baikal lies in Mongolia.', 'It is lovely.'],
  claim_checkworthiness: ['factual', 'opinion'],
  if_automatic_evidence_enough_to_verify: ['yes', 'NA'],
  human_evidence: ['NA', 'NA'],
  auto_evidence: [['A lake.'], []],
  auto_evidence_url: [['https://example.org/a'], []],
  stance_claim_autoEvid: [['completely-support'], []],
  if_claim_needs_edit: ['no', 'NA'],
  claims_factuality_label: [true, 'unknown'],
  sentence_factuality_label: false,
  revised_claims: ['Lake Baikal lies in Mongolia.', 'It is lovely.'],
  usedEvidence_index_in_revision: ['-1', 'NA'],
  if_most_important_claim: ['yes', 'no'],
})
