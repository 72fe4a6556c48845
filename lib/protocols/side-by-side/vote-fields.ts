/** The parts of a vote that every record spells alike: who, and in which order the options were shown. */
import type { Json, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, isText, type JsonRecord } from '@/lib/protocols/record-fields'
import type { Method } from './methods'

export interface VoteFields {
  at: string
  own: JsonRecord
  voter: string
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

/** The votes of a record one by one; problems are noted by place. */
export function readVotes<Read>(
  votes: Json | undefined,
  methods: readonly Method[],
  problems: RecordProblem[],
  read: (vote: VoteFields) => Read | null,
): Read[] {
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
    return read({ at: voteField, own: vote, voter, shown: shownOrder }) ?? []
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

/** The order as a record writes it. */
export const shownNames = (shownOrder: readonly string[] | null, methods: readonly Method[]): string[] | null =>
  shownOrder === null ? null : shownOrder.map((key) => methods.find((each) => each.key === key)?.method ?? key)

/** A text of a vote without outer blanks; null where there is none. */
export const wordsIn = (value: Json | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null
