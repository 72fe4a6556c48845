/** What picking does, by key and by pointer. */
import { type PickQuestion, withPick } from '@/lib/protocols/picks'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import type { Bench } from './bench-context'

/**
 * The focus stays where it is: people compare on after a pick, and a key that they press then must not be written into a text that is asked
 * for next.
 */
export function actsOfPick(
  { answers, chooseAll }: Pick<Bench, 'answers' | 'chooseAll'>,
  { unit, question }: { unit: UnitDraft; question: PickQuestion },
) {
  const answer = (value: Json) => chooseAll([{ unit: unit.key, question: question.key, value }], { origin: 'chosen' })
  return {
    pick: (key: string) => answer(withPick(question, answers[unit.key]?.[question.key], key)),
    choose: (value: Json) => answer(value),
  }
}
