/** Votes as records spell them: for methods by name. Inside they are for the keys of the revisions. */
import { chosenMethods, ITEM } from '@/lib/protocols/factcheck-bench-revision/choices'
import type { RevisionContent } from '@/lib/protocols/factcheck-bench-revision/content'
import type { Json, RecordProblem, Vote } from '@/lib/protocols/protocol'
import { isText, type JsonRecord, withoutNulls } from '@/lib/protocols/record-fields'
import { type VoteFields, wordsIn } from '@/lib/protocols/side-by-side/vote-fields'

/** Who is behind `human_preference`, of which nobody wrote down who chose. */
const SOMEBODY = 'annotator 1'

export function answersIn(
  { at, own }: VoteFields,
  content: RevisionContent,
  problems: RecordProblem[],
): JsonRecord | null {
  const names = [own.best ?? null].flat().filter(isText)
  const best = keysOf(names, content, `${at}.best`, problems)
  return best && withoutNulls({ best, reason: wordsIn(own.reason) })
}

/** "no-question-gpt-4, with-question-gpt-4": the names of one preference, with or without blanks. */
export function preferenceVotes(value: Json, content: RevisionContent, problems: RecordProblem[]): Vote[] {
  if (value === null || value === '') return []
  const names = (typeof value === 'string' ? value : '').split(',').flatMap((name) => wordsIn(name) ?? [])
  const best = keysOf(names, content, 'human_preference', problems)
  return best === null ? [] : [{ voter: SOMEBODY, shown: null, answers: { [ITEM]: { best } } }]
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

export const writeVote = ({ answers }: Vote, content: RevisionContent): JsonRecord =>
  withoutNulls({ best: chosenMethods({ content }, answers), reason: wordsIn(answers[ITEM]?.reason) })
