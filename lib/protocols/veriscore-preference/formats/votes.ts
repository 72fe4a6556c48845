/** Votes as records spell them: for a method by its name. Inside they are for a side of the order as shown. */
import type { RecordProblem, Vote } from '@/lib/protocols/protocol'
import { type JsonRecord, withoutNulls } from '@/lib/protocols/record-fields'
import { type VoteFields, wordsIn } from '@/lib/protocols/side-by-side/vote-fields'
import {
  anyChoice,
  hardnessOf,
  ITEM,
  methodChosen,
  sides,
  UNDECIDED,
} from '@/lib/protocols/veriscore-preference/choices'
import type { PreferenceContent } from '@/lib/protocols/veriscore-preference/content'

/** How a record spells a vote for neither. */
export const NEITHER = 'hard to choose'

export function answersIn(
  { at, own, shown }: VoteFields,
  { methods, variant }: PreferenceContent,
  problems: RecordProblem[],
): JsonRecord | null {
  const isComparison = variant === 'comparison'
  const order = shown ?? methods.map(({ key }) => key)
  const key = methods.find(({ method }) => method === own.better)?.key ?? ''
  const choice = isComparison && own.better === NEITHER ? UNDECIDED : sides[order.indexOf(key)]
  if (choice === undefined) {
    const names = [...methods.map(({ method }) => method), ...(isComparison ? [NEITHER] : [])]
    const message = `${at}.better names none of the lists.`
    problems.push({ field: `${at}.better`, message, fix: `Write one of: ${names.join(', ')}.` })
    return null
  }
  const words = wordsIn(own.justification)
  const hard = typeof own.hard === 'boolean' ? (own.hard ? 'hard' : 'easy') : null
  return withoutNulls(isComparison ? { compared: choice, note: words } : { better: choice, hard, justification: words })
}

export function writeVote({ shown, answers }: Vote, content: PreferenceContent): JsonRecord {
  const choice = anyChoice(answers)
  const hardness = hardnessOf(answers)
  const { justification, note } = answers[ITEM] ?? {}
  return {
    better: choice === UNDECIDED ? NEITHER : methodChosen({ content }, choice, shown),
    ...withoutNulls({
      hard: hardness === null ? null : hardness === 'hard',
      justification: wordsIn(justification) ?? wordsIn(note),
    }),
  }
}
