import { partsOf } from '@/lib/protocols/made-units'
import type { Answers, EarlierGold, Json, UnitDraft } from '@/lib/protocols/protocol'
import { claimFate } from './claim-fate'
import { contentOf } from './content'
import { ITEM } from './fields'
import { claimDataOf, type MergedClaim, sentenceDataOf } from './unit-data'

/** The units of the third stage: the response and its sentences, each with what the second stage made of its claims. */
export function mergeUnits(content: Json, earlier: EarlierGold[string] | undefined): UnitDraft[] {
  const { units, answers } = earlier ?? { units: [], answers: {} }
  const subject = { content, units }
  const sentences = units.filter(({ kind }) => kind === 'sentence')
  return [
    { key: ITEM, kind: 'item', text: contentOf(content).response },
    ...sentences.map((sentence) => {
      const { decontext, checkworthy } = sentenceDataOf(sentence)
      const claims = partsOf(subject, sentence.key).filter(({ kind }) => kind === 'claim')
      const data = { decontext, checkworthy, claims: claims.map((claim) => mergedClaim(claim, answers)) }
      return { key: sentence.key, kind: 'sentence', text: sentence.text, data }
    }),
  ]
}

const mergedClaim = (claim: UnitDraft, answers: Answers): MergedClaim => ({
  key: claim.key,
  ...claimFate(claim, answers),
  was: claim.text,
  type: claimDataOf(claim).type,
})
