import type { Answers, UnitDraft } from '@/lib/protocols/protocol'
import { chosen, written } from './fields'
import { isCheckedClaim, type MergedClaim } from './unit-data'

/**
 * What the second stage made of a claim: what is left of its text (nothing when it was deleted), and whether that is a
 * change. A claim whose correction is missing stays as it is.
 */
export function claimFate(claim: UnitDraft, answers: Answers): Pick<MergedClaim, 'fate' | 'text'> {
  const verdict = isCheckedClaim(claim) ? chosen(answers, claim.key, 'verdict') : null
  const decision =
    verdict === 'false'
      ? chosen(answers, claim.key, 'correction')
      : verdict === 'not_enough_evidence'
        ? chosen(answers, claim.key, 'unverified')
        : null
  if (decision === 'delete') return { fate: 'deleted', text: '' }
  const revised = decision === 'edit' ? written(answers, claim.key, 'revised') : null
  return revised !== null && revised !== claim.text.trim()
    ? { fate: 'edited', text: revised }
    : { fate: 'kept', text: claim.text }
}
