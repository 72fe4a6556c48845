/** What an annotator chose, by the side as seen and by the method behind it. */
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Subject } from '@/lib/protocols/protocol'
import { methodOf, methodsOf } from '@/lib/protocols/side-by-side/methods'

/** The stage's key, the unit that stands for the whole item, and the kind of the two units that are compared. */
export const CHOOSE = 'choose'
export const ITEM = 'item'
export const LIST = 'list'

export const sides = ['left', 'right'] as const
export type Side = (typeof sides)[number]

/** Neither of two extractors' lists is better. */
export const UNDECIDED = 'hard_to_choose'

type Choice = Side | typeof UNDECIDED | null

/** The side or `hard_to_choose`, as answered to one question. */
export function choiceOf(answers: Answers, question: 'better' | 'compared'): Choice {
  const value = answerOf(answers, ITEM, question)
  return value === UNDECIDED ? UNDECIDED : (sides.find((side) => side === value) ?? null)
}

/** The same, whichever of the two was asked. */
export const anyChoice = (answers: Answers) => choiceOf(answers, 'better') ?? choiceOf(answers, 'compared')

/**
 * The key of the list on this side, in the order in which it was shown. Where nobody wrote the order down, a record's sides
 * are those of its own order.
 */
export function keyAt({ content }: Pick<Subject, 'content'>, side: Side, shownOrder: readonly string[] | null) {
  const order = shownOrder ?? methodsOf(content).map(({ key }) => key)
  return order[sides.indexOf(side)] ?? null
}

/** The method behind a choice, or `hard_to_choose`; null where nobody chose, or nobody knows whose list it is. */
export function methodChosen(
  subject: Pick<Subject, 'content'>,
  choice: Choice,
  shownOrder: readonly string[] | null,
): string | null {
  if (choice === null || choice === UNDECIDED) return choice
  const key = keyAt(subject, choice, shownOrder)
  return key === null ? null : methodOf(subject.content, key)
}

/** Was the choice hard? null where nobody said. */
export function hardnessOf(answers: Answers): 'easy' | 'hard' | null {
  const value = answerOf(answers, ITEM, 'hard')
  return value === 'hard' || value === 'easy' ? value : null
}
