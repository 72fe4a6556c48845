/** Where records have room for votes: apart from what reads and writes them, which the workbench has no use for. */
import type { QuestionDefinition, VotePlace } from '@/lib/protocols/language/definition'
import type { Stage } from '@/lib/protocols/protocol'

const LISTED_VOTER = /^vote [1-9]\d*$/
/** The name of a voter of whom a list says only the place. */
export const listedVoter = (index: number): string => `vote ${index + 1}`

/** The places that records have for votes, named by the file or numbered in a list; null where all votes stand under names. */
export function votePlacesOf(questions: readonly QuestionDefinition[]): Stage['votePlaces'] | null {
  const all = questions.filter(isVoted).map(({ votes }) => votes.at)
  const placed = all.flatMap((votesPlace) =>
    votesPlace.are === 'places' ? [votesPlace.places.map(({ voter }) => voter)] : [],
  )
  const isListed = all.some(({ are }) => are === 'values')
  if (placed.length === 0 && !isListed) return null
  const names = new Set(placed.flat())
  return {
    most: placed.length === 0 ? null : Math.min(...placed.map((places) => places.length)),
    has: (voter) => names.has(voter) || (isListed && LISTED_VOTER.test(voter)),
  }
}

export type VotedQuestion = QuestionDefinition & { votes: VotePlace }

export const isVoted = (question: QuestionDefinition): question is VotedQuestion => question.votes !== undefined
