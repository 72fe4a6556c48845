/** The parts of a vote that every record spells alike: who, and in which order the options were shown. */
import type { Json, ReadResult, RecordProblem, Vote } from '@/lib/protocols/protocol'
import { isJsonRecord, isText, type JsonRecord } from '@/lib/protocols/record-fields'
import { sameValue } from '@/lib/protocols/same-value'
import type { Method } from './methods'

/** The unit that votes are about. */
const ITEM = 'item'

export interface VoteFields {
  at: string
  own: JsonRecord
  shown: readonly string[] | null
}

/** Most votes on an item. */
export const MOST_VOTES = 1_000
/** The longest name of a voter, in UTF-16 units. */
export const LONGEST_VOTER = 200

/** What is wrong with the name of a voter in a record; null where it is one. */
export function voterProblem(name: string): Pick<RecordProblem, 'message' | 'fix'> | null {
  if (name.trim() === '')
    return { message: 'The name of the annotator is missing.', fix: 'Write a text that is not blank.' }
  if (name.length <= LONGEST_VOTER) return null
  return { message: `The name of the annotator is longer than ${LONGEST_VOTER} characters.`, fix: 'Shorten it.' }
}

/** The votes of a record; problems are noted by place. `answersIn`: what a vote answers about the item; null after noting why it is none. */
export function readVotes(
  votes: Json | undefined,
  methods: readonly Method[],
  problems: RecordProblem[],
  answersIn: (vote: VoteFields) => JsonRecord | null,
): Vote[] {
  if (votes === undefined || votes === null) return []
  if (!Array.isArray(votes) || votes.length > MOST_VOTES) {
    const message = Array.isArray(votes) ? `votes has ${votes.length} entries.` : 'votes is not a list.'
    problems.push({ field: 'votes', message, fix: `Write a list of at most ${MOST_VOTES} votes, or [] for none.` })
    return []
  }
  return votes.flatMap((vote, index) => {
    const voteField = `votes[${index}]`
    if (!isJsonRecord(vote)) {
      problems.push({
        field: voteField,
        message: `${voteField} is not an object.`,
        fix: 'Write one object with named fields a vote.',
      })
      return []
    }
    const shownOrder = readShown(vote.shown ?? null, methods, `${voteField}.shown`, problems)
    const voter = typeof vote.voter === 'string' && vote.voter.trim() !== '' ? vote.voter : `annotator ${index + 1}`
    const wrong = voterProblem(voter)
    if (wrong) {
      problems.push({ field: `${voteField}.voter`, ...wrong })
      return []
    }
    const answers = answersIn({ at: voteField, own: vote, shown: shownOrder })
    return answers === null ? [] : [{ voter, shown: shownOrder, answers: { [ITEM]: answers } }]
  })
}

function readShown(
  writtenOrder: Json,
  methods: readonly Method[],
  field: string,
  problems: RecordProblem[],
): readonly string[] | null {
  if (writtenOrder === null) return null
  const names = Array.isArray(writtenOrder) ? writtenOrder.filter(isText) : []
  const keys = names.flatMap((name) => methods.find(({ method }) => method === name)?.key ?? [])
  const isOrder = keys.length === methods.length && new Set(keys).size === keys.length && names.length === keys.length
  if (isOrder) return keys
  const fix = 'Name every method once, in the order shown, or write null where nobody knows it.'
  problems.push({ field, message: `${field} does not name each method once.`, fix })
  return null
}

/** The record with these votes, unless its own say the same in their own spelling. `own`: what a vote says besides who and in which order. */
export function withVotes(
  record: JsonRecord,
  { votes, methods }: { votes: readonly Vote[]; methods: readonly Method[] },
  read: (record: Json) => ReadResult,
  own: (vote: Vote) => JsonRecord,
): JsonRecord {
  const before = read(record)
  const isSame = before.ok && JSON.stringify(before.record.votes ?? []) === JSON.stringify(votes)
  if (isSame && 'votes' in record) return record
  const nameOf = (key: string) => methods.find((each) => each.key === key)?.method ?? key
  return {
    ...record,
    votes: votes.map((vote) => ({ voter: vote.voter, shown: vote.shown?.map(nameOf) ?? null, ...own(vote) })),
  }
}

/**
 * Is what the record lists, in its own spelling, what the content has at these keys? A run may have added texts to those of the record, or
 * made them anew.
 */
export function listsTheSame(record: JsonRecord, read: (record: Json) => ReadResult, parts: JsonRecord): boolean {
  const found = read({ ...record, votes: [] })
  if (!found.ok || !isJsonRecord(found.record.content)) return false
  const { content } = found.record
  return Object.entries(parts).every(([key, value]) => sameValue(content[key] ?? null, value))
}

/** A text of a vote without outer blanks; null where there is none. */
export const wordsIn = (value: Json | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null
