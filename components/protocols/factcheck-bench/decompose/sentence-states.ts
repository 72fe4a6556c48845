import type { Survey } from '@/lib/annotation/annotations/rules'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Option, UnitDraft } from '@/lib/protocols/protocol'

/** A sentence as the list on the left shows it. `number` is its place, from 1. */
export interface SentenceState {
  unit: UnitDraft
  number: number
  /** What was chosen about its check-worthiness. */
  category: Option | null
  claims: number
  /** Answers missing from the sentence and from its claims. */
  lacking: number
  isBegun: boolean
}

/** All sentences in order, each with what is said of it and of its claims, in one pass. */
export function sentenceStates({ units }: Survey, answers: Answers): SentenceState[] {
  const states = new Map<string, SentenceState>()
  for (const { unit, asked, lacking, state } of units.values()) {
    if (unit.kind === 'sentence') {
      const chosen = answerOf(answers, unit.key, 'checkworthy')
      const options = asked.find(({ key }) => key === 'checkworthy')?.options
      const category = options?.find(({ value }) => value === chosen) ?? null
      const isBegun = state === 'begun' || state === 'complete'
      states.set(unit.key, { unit, number: states.size + 1, category, claims: 0, lacking: lacking.length, isBegun })
    }
    const sentence = unit.kind === 'claim' ? states.get(unit.parent ?? '') : undefined
    if (!sentence || asked.length === 0) continue
    sentence.claims += 1
    sentence.lacking += lacking.length
  }
  return [...states.values()]
}

/** How far a sentence is, in words. */
export function stateInWords({ category, claims, lacking, isBegun }: Omit<SentenceState, 'unit' | 'number'>): string {
  if (!isBegun) return 'Not answered'
  const counted = claims === 0 ? [] : [claims === 1 ? '1 claim' : `${claims} claims`]
  const missing = lacking === 0 ? [] : [lacking === 1 ? '1 answer missing' : `${lacking} answers missing`]
  return [...(category ? [category.text] : []), ...counted, ...missing].join(' · ')
}
