/** Answers that name units: of questions of form `references`, and of those that pick from what stands side by side. */
import type { Json, UnitDraft } from './answers'
import type { Question } from './protocol'

/** The keys of the units that an answer names. */
export const referencesIn = (answer: Json | undefined): string[] =>
  Array.isArray(answer) ? answer.filter((key) => typeof key === 'string') : []

/** The answer with a reference taken in, or out where it is in. */
export function withReference(answer: Json | undefined, key: string): Json {
  const keys = referencesIn(answer)
  return keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]
}

/** A question that picks. */
export type PickQuestion = Question & { picks: NonNullable<Question['picks']> }

export const isPick = (question: Question): question is PickQuestion => question.picks !== undefined

/** What a question about a unit picks from, in the order in which the units stand. */
export const pickedFrom = (
  { picks }: Pick<PickQuestion, 'picks'>,
  units: readonly UnitDraft[],
  unit: string,
): UnitDraft[] => units.filter(({ kind, parent }) => kind === picks.kind && (parent ?? unit) === unit)

/**
 * The answer with the unit picked, or no longer where it was; null where nothing is left. It takes the place of what was picked before where
 * only one may be; where as many are picked as may be, nothing changes.
 */
export function withPick({ range }: Pick<Question, 'range'>, answer: Json | undefined, key: string): Json {
  const picked = referencesIn(answer)
  const most = range?.max ?? 1
  if (picked.includes(key)) return inOrder(picked.filter((other) => other !== key))
  if (most === 1) return [key]
  return inOrder(picked.length < most ? [...picked, key] : picked)
}

/** Can the unit be picked, or taken back? Not where as many are picked as may be. */
export const isOpenToPick = ({ range }: Pick<Question, 'range'>, answer: Json | undefined, key: string): boolean => {
  const picked = referencesIn(answer)
  const most = range?.max ?? 1
  return most === 1 || picked.includes(key) || picked.length < most
}

/** As it is stored: in the order of the keys, which is nobody's, so that equal picks are equal values. */
const inOrder = (keys: readonly string[]): Json => (keys.length === 0 ? null : keys.toSorted())

/** How many are to be picked, in words; null where it is one. */
export function numberToPick({ range }: Pick<Question, 'range'>): string | null {
  const [least, most] = [range?.min ?? 1, range?.max ?? 1]
  if (most === 1) return null
  return least === most ? `Choose ${least}.` : least > 1 ? `Choose ${least} to ${most}.` : `Choose up to ${most}.`
}
