/** What an annotator chose among the revisions, by place as seen and by method. */
import type { Answers, Json, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { methodsOf, sameText } from '@/lib/protocols/side-by-side/methods'

/** The stage's key, the unit that stands for the whole item, and the kind of the units that are chosen from. */
export const PREFER = 'prefer'
export const ITEM = 'item'
export const REVISION = 'revision'
/** As many fit side by side, with a key each. */
export const MOST_REVISIONS = 4

/** The units that are chosen from, in the order given. */
export const optionsOf = ({ units }: Pick<Subject, 'units'>): UnitDraft[] =>
  units.filter(({ kind }) => kind === REVISION)

/** The keys chosen; none where nothing is. */
export const chosenKeys = (answers: Answers): string[] => keysIn(answers[ITEM]?.best)

export const keysIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((key) => typeof key === 'string') : []

/** The methods chosen, in the record's order. */
export const chosenMethods = ({ content }: Pick<Subject, 'content'>, answers: Answers): string[] => {
  const keys = chosenKeys(answers)
  return methodsOf(content).flatMap(({ key, method }) => (keys.includes(key) ? [method] : []))
}

/**
 * The answer with this revision chosen too, or taken out where it was: revisions that say something else give way, since
 * several are the best only if they are the same. null where nothing is left.
 */
export function withChoice(options: readonly UnitDraft[], chosen: readonly string[], key: string): string[] | null {
  const text = textOf(options, key)
  const nextChoice = chosen.includes(key)
    ? chosen.filter((other) => other !== key)
    : [...chosen.filter((other) => sameText(textOf(options, other), text)), key]
  return nextChoice.length === 0 ? null : nextChoice
}

/** Other revisions that say the same as this one. */
export const twinsOf = (options: readonly UnitDraft[], key: string): UnitDraft[] =>
  options.filter((other) => other.key !== key && sameText(other.text, textOf(options, key)))

const textOf = (options: readonly UnitDraft[], key: string): string =>
  options.find((option) => option.key === key)?.text ?? ''
