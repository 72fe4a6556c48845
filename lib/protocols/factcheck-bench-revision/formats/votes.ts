/** Votes as records spell them: for methods by name. Inside they are for the keys of the revisions. */
import { chosenMethods, ITEM } from '@/lib/protocols/factcheck-bench-revision/choices'
import type { RevisionContent } from '@/lib/protocols/factcheck-bench-revision/content'
import type { Json, RecordProblem, Vote } from '@/lib/protocols/protocol'
import { isText } from '@/lib/protocols/record-fields'
import { shownNames, type VoteFields, wordsIn } from '@/lib/protocols/side-by-side/vote-fields'

/** Who is behind `human_preference`, of which nobody wrote down who chose. */
const SOMEBODY = 'annotator 1'

export function readVote(
  { at, own, voter, shown }: VoteFields,
  content: RevisionContent,
  problems: RecordProblem[],
): Vote | null {
  const names = Array.isArray(own.best) ? own.best.filter(isText) : typeof own.best === 'string' ? [own.best] : []
  const best = keysOf(names, content, `${at}.best`, problems)
  const reason = wordsIn(own.reason)
  return best && { voter, shown, answers: { [ITEM]: { best, ...(reason === null ? {} : { reason }) } } }
}

/** "no-question-gpt-4, with-question-gpt-4": the names of one preference, with or without blanks. */
export function preferenceVote(value: Json, content: RevisionContent, problems: RecordProblem[]): Vote | null {
  if (value === null || value === '') return null
  const names = (typeof value === 'string' ? value : '').split(',').flatMap((name) => wordsIn(name) ?? [])
  const best = keysOf(names, content, 'human_preference', problems)
  return best && { voter: SOMEBODY, shown: null, answers: { [ITEM]: { best } } }
}

function keysOf(
  names: readonly string[],
  { methods }: RevisionContent,
  field: string,
  problems: RecordProblem[],
): string[] | null {
  const unknown = names.filter((name) => !methods.some(({ method }) => method === name))
  if (names.length > 0 && unknown.length === 0)
    return methods.flatMap(({ key, method }) => (names.includes(method) ? [key] : []))
  const message =
    names.length === 0 ? `${field} names no method.` : `${field} names ${unknown.join(', ')}, which made none.`
  problems.push({ field, message, fix: `Name one or several of: ${methods.map(({ method }) => method).join(', ')}.` })
  return null
}

export function writeVote({ voter, shown, answers }: Vote, content: RevisionContent): Json {
  const reason = wordsIn(answers[ITEM]?.reason)
  return {
    voter,
    shown: shownNames(shown, content.methods),
    best: chosenMethods({ content }, answers),
    ...(reason === null ? {} : { reason }),
  }
}
