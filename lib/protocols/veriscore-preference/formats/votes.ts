/** Votes as records spell them: for a method by its name. Inside they are for a side of the order as shown. */
import type { Answers, Json, RecordProblem, Vote } from '@/lib/protocols/protocol'
import { shownNames, type VoteFields, wordsIn } from '@/lib/protocols/side-by-side/vote-fields'
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

export function readVote(
  { at, own, voter, shown }: VoteFields,
  { methods, variant }: PreferenceContent,
  problems: RecordProblem[],
): Vote | null {
  const choice = own.better === NEITHER ? UNDECIDED : sideOf(own.better)
  if (choice === null || (choice === UNDECIDED && variant !== 'comparison')) {
    const names = [...methods.map(({ method }) => method), ...(variant === 'comparison' ? [NEITHER] : [])]
    const message = `${at}.better names none of the lists.`
    problems.push({ field: `${at}.better`, message, fix: `Write one of: ${names.join(', ')}.` })
    return null
  }
  const words = wordsIn(own.justification)
  const answers: Json =
    variant === 'comparison'
      ? { compared: choice, ...(words === null ? {} : { note: words }) }
      : { better: choice, ...hardness(own.hard), ...(words === null ? {} : { justification: words }) }
  return { voter, shown, answers: { [ITEM]: answers } }

  function sideOf(name: Json | undefined) {
    const key = methods.find(({ method }) => method === name)?.key
    const order = shown ?? methods.map((each) => each.key)
    return key === undefined ? null : (sides[order.indexOf(key)] ?? null)
  }
}

const hardness = (hard: Json | undefined): { hard?: string } =>
  typeof hard === 'boolean' ? { hard: hard ? 'hard' : 'easy' } : {}

export function writeVote({ voter, shown, answers }: Vote, content: PreferenceContent): Json {
  const choice = anyChoice(answers)
  const hardness = hardnessOf(answers)
  const words = wordsOf(answers)
  return {
    voter,
    shown: shownNames(shown, content.methods),
    better: choice === UNDECIDED ? NEITHER : methodChosen({ content }, choice, shown),
    ...(hardness === null ? {} : { hard: hardness === 'hard' }),
    ...(words === null ? {} : { justification: words }),
  }
}

const wordsOf = (answers: Answers): string | null =>
  wordsIn(answers[ITEM]?.justification) ?? wordsIn(answers[ITEM]?.note)
