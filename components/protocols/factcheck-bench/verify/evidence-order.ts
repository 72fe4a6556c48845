/** Which pieces of evidence say the same, and which speak loudest for and against a claim. */
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, UnitDraft } from '@/lib/protocols/protocol'
import { findDuplicates } from '@/lib/text/near-duplicates'

/** An earlier piece of evidence, by the number it has on the screen, with the same passage or nearly so. */
export interface SameAs {
  number: number
  kind: 'exact' | 'near'
}

/** For each piece that repeats an earlier one: the first that it repeats. */
export function repeatedEvidence(cards: readonly UnitDraft[]): ReadonlyMap<string, SameAs> {
  const found = new Map<string, SameAs>()
  for (const { left, right, kind } of findDuplicates(cards.map(({ text }) => text))) {
    const card = cards[right]
    if (card && !found.has(card.key)) found.set(card.key, { number: left + 1, kind })
  }
  return found
}

/** A stance counts for more than trust in the source, that for more than being sufficient, that for more than rank. */
const weigh = (answers: Answers, { key }: UnitDraft, strongest: string): number =>
  (answerOf(answers, key, 'stance') === strongest ? 8 : 0) +
  ({ yes: 4, no: 0 }[String(answerOf(answers, key, 'reliable'))] ?? 2) +
  (answerOf(answers, key, 'sufficient') === 'yes' ? 1 : 0)

function strongest(cards: readonly UnitDraft[], answers: Answers, stances: readonly string[]): UnitDraft | undefined {
  const [first = ''] = stances
  return cards
    .filter(({ key }) => stances.includes(String(answerOf(answers, key, 'stance'))))
    .toSorted((one, other) => weigh(answers, other, first) - weigh(answers, one, first))[0]
}

/** The best piece on each side, where there is one on both. */
export function bestOfBothSides(
  cards: readonly UnitDraft[],
  answers: Answers,
): { supporting: UnitDraft; refuting: UnitDraft } | null {
  const supporting = strongest(cards, answers, ['completely-support', 'partially-support'])
  const refuting = strongest(cards, answers, ['refute'])
  return supporting && refuting ? { supporting, refuting } : null
}
