import { partsOf } from '@/lib/protocols/made-units'
import type { Answers, EarlierGold, Json, UnitDraft } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { chosen, ITEM, written } from './fields'
import { claimDataOf, isCheckedClaim, type MergedClaim, sentenceDataOf } from './unit-data'

/** The units of the third stage: the response and its sentences, each with what the second stage made of its claims. */
export function mergeUnits(content: Json, earlier: EarlierGold[string] | undefined): UnitDraft[] {
  const item = { key: ITEM, kind: 'item', text: contentOf(content).response }
  const units = earlier?.units ?? []
  const sentences = units.filter(({ kind }) => kind === 'sentence')
  const subject = { content, units }
  return [
    item,
    ...sentences.map((sentence) => {
      const { decontext, checkworthy } = sentenceDataOf(sentence)
      const claims = partsOf(subject, sentence.key).filter(({ kind }) => kind === 'claim')
      const data = { decontext, checkworthy, claims: claims.map((claim) => mergedClaim(claim, earlier?.answers ?? {})) }
      return { key: sentence.key, kind: 'sentence', text: sentence.text, data }
    }),
  ]
}

/** What became of a claim. A claim whose correction is missing stays as it is. */
function mergedClaim(claim: UnitDraft, answers: Answers): MergedClaim {
  const { type } = claimDataOf(claim)
  const base = { key: claim.key, was: claim.text, type }
  const [decision, revised] = outcome(claim, answers)
  if (decision === 'delete') return { ...base, text: '', fate: 'deleted' }
  if (revised !== null && revised !== claim.text) return { ...base, text: revised, fate: 'edited' }
  return { ...base, text: claim.text, fate: 'kept' }
}

function outcome(claim: UnitDraft, answers: Answers): [string | null, string | null] {
  const verdict = isCheckedClaim(claim) ? chosen(answers, claim.key, 'verdict') : null
  if (verdict === 'not_enough_evidence') return [chosen(answers, claim.key, 'unverified'), null]
  if (verdict !== 'false') return [null, null]
  const correction = chosen(answers, claim.key, 'correction')
  return [correction, correction === 'edit' ? written(answers, claim.key, 'revised') : null]
}
