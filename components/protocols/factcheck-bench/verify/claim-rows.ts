import type { Bench } from '@/components/annotation/workbench/bench-context'
import type { UnitMark } from '@/components/annotation/workbench/unit-mark'
import { isCheckedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import type { Subject, UnitDraft } from '@/lib/protocols/protocol'
import { claimMark } from './claim-mark'
import { claimNumbers } from './claim-numbers'
import { claimsOf, isCard } from './places'

/** A claim as its row under the sentence shows it. */
export interface ClaimRowData {
  claim: string
  text: string
  number: string
  letter: string | null
  tone: UnitMark['tone']
  /** Where it stands, in words. */
  state: string
  isChecked: boolean
}

type Surveyed = Pick<Bench, 'stage' | 'subject' | 'answers' | 'survey' | 'standing'>

/** The claims of each sentence, by its key. Everything is looked at once, however many claims there are. */
export function claimRows({
  stage,
  subject,
  answers,
  survey,
  standing,
}: Surveyed): ReadonlyMap<string, ClaimRowData[]> {
  const numbers = claimNumbers(subject)
  const wrong = new Set(stage.check?.(subject, answers).map(({ unit }) => unit))
  const cards = cardsByClaim(subject)
  const isDone = (unit: UnitDraft) => survey.units.get(unit.key)?.lacking.length === 0 && !wrong.has(unit.key)
  const rows = new Map<string, ClaimRowData[]>()
  for (const claim of claimsOf(subject)) {
    const claimCards = cards.get(claim.key) ?? []
    const isChecked = isCheckedClaim(claim)
    const settled = isChecked ? standing?.(claim.key) : undefined
    const {
      letter,
      tone,
      text: state,
    } = settled ?? claimMark(answers, claim, claimCards, [claim, ...claimCards].every(isDone))
    const { key, text, parent = '' } = claim
    const row = {
      claim: key,
      text,
      number: numbers.get(key) ?? '',
      letter,
      tone,
      state,
      isChecked,
    }
    const existingRows = rows.get(parent)
    if (existingRows) existingRows.push(row)
    else rows.set(parent, [row])
  }
  return rows
}

function cardsByClaim(subject: Subject): ReadonlyMap<string, UnitDraft[]> {
  const cards = new Map<string, UnitDraft[]>()
  for (const unit of subject.units) {
    if (unit.parent === undefined || !isCard(unit)) continue
    const existingCards = cards.get(unit.parent)
    if (existingCards) existingCards.push(unit)
    else cards.set(unit.parent, [unit])
  }
  return cards
}
