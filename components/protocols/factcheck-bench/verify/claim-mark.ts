import type { UnitMark } from '@/components/annotation/workbench/unit-mark'
import { answerOf } from '@/lib/protocols/completeness'
import { claimTypeOptions, setAsideOptions } from '@/lib/protocols/factcheck-bench/options'
import { claimDataOf, isCheckedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import { verdictOptions } from '@/lib/protocols/factcheck-bench/verify-options'
import type { Answers, UnitDraft } from '@/lib/protocols/protocol'
import { counted } from '@/lib/text/counted'

const LETTERS: Readonly<Record<string, string>> = { true: 'T', false: 'F', not_enough_evidence: '?' }

/** Why a claim is not verified, in words; null for one that is. */
export function whyUnchecked(claim: UnitDraft): string | null {
  if (isCheckedClaim(claim)) return null
  const { type, setAside } = claimDataOf(claim)
  if (type !== 'factual') return claimTypeOptions.find(({ value }) => value === type)?.text ?? 'Of no type'
  return setAsideOptions.find(({ value }) => value === setAside)?.text ?? 'Set aside'
}

/** Where a claim stands: why it is not checked, how much of its evidence is judged, or its verdict. */
export function claimMark(answers: Answers, claim: UnitDraft, cards: readonly UnitDraft[], isDone: boolean): UnitMark {
  const why = whyUnchecked(claim)
  if (why !== null) return { letter: '–', tone: 'neutral', text: `not checked: ${why}` }
  const verdict = verdictOptions.find(({ value }) => value === answerOf(answers, claim.key, 'verdict'))
  if (!verdict) return progress(answers, cards)
  const letter = LETTERS[String(verdict.value)] ?? ''
  return isDone
    ? { letter, tone: verdict.tone, text: verdict.text }
    : { letter: `${letter}…`, tone: verdict.tone, text: `${verdict.text}, unfinished` }
}

function progress(answers: Answers, cards: readonly UnitDraft[]): UnitMark {
  const judged = cards.filter(({ key }) => answerOf(answers, key, 'stance') !== null).length
  if (judged === 0) return { letter: null, tone: 'neutral', text: 'not answered' }
  return {
    letter: `${judged}/${cards.length}`,
    tone: 'neutral',
    text: `${judged} of ${counted(cards.length, 'passage')} judged`,
  }
}
