/** The names that the benchmark and the authors' annotation pages give to the fields of a sentence (one meaning each). */

/** By claim: lists with one entry a claim. */
export const claimFields = [
  'claims',
  'types',
  'enough',
  'human',
  'evidence',
  'urls',
  'stances',
  'edits',
  'labels',
  'revisedClaims',
  'used',
  'importances',
] as const
export type ClaimField = (typeof claimFields)[number]

/** Of the sentence itself, then by claim; in the order of the benchmark. */
export const sentenceFields = [
  'text',
  'decontext',
  'label',
  'revised',
  'checkworthy',
  'importance',
  ...claimFields,
] as const
export type SentenceField = (typeof sentenceFields)[number]

/** The name of each field that the records have. */
export type Dialect = Readonly<Partial<Record<SentenceField, string>>>

export const benchmarkNames = {
  text: 'text',
  decontext: 'decontext',
  label: 'sentence_factuality_label',
  revised: 'revised_decontext',
  checkworthy: 'sentence_checkworthiness',
  importance: 'most_importance_sentence',
  claims: 'claims',
  types: 'claim_checkworthiness',
  enough: 'if_automatic_evidence_enough_to_verify',
  human: 'human_evidence',
  evidence: 'auto_evidence',
  urls: 'auto_evidence_url',
  stances: 'stance_claim_autoEvid',
  edits: 'if_claim_needs_edit',
  labels: 'claims_factuality_label',
  revisedClaims: 'revised_claims',
  used: 'usedEvidence_index_in_revision',
  importances: 'if_most_important_claim',
} as const satisfies Dialect

export const toolNames = {
  text: 'text',
  decontext: 'decontext',
  revised: 'revised_sentence',
  checkworthy: 'factCheck',
  importance: 'Most_importance_sentence',
  claims: 'Claims',
  types: 'boolClaim',
  enough: 'if_evidence_enough',
  human: 'human_evidence',
  evidence: 'evidence',
  urls: 'url',
  stances: 'stances',
  edits: 'boolEdit',
  revisedClaims: 'revised_Claims',
  used: 'usedEvidence',
  importances: 'Most_important_claim',
} as const satisfies Dialect
