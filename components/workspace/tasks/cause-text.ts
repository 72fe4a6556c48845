import type { DisagreementCause } from '@/lib/workspace/tasks/contract'

/** The words for each cause of a disagreement. */
export const CAUSE_TEXT: Record<DisagreementCause, { text: string; means: string }> = {
  slip: { text: 'Slip', means: 'Somebody looked away or hit the wrong key.' },
  interpretation: { text: 'Interpretation', means: 'The text, or a source, can be read in two ways.' },
  claim_too_complex: { text: 'Claim too complex', means: 'Several statements in one, and they differ in truth.' },
  indirect_evidence: { text: 'Indirect evidence', means: 'The sources speak to it only by inference.' },
  guideline_gap: { text: 'Gap in the guidelines', means: 'The guidelines do not say what to do here.' },
}
