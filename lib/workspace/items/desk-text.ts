/**
 * Events of settling, talking and searching in words, for two readers: of a task's time line, who have the field before
 * them and may read what was decided, and of an audit log, who need the field's name and may not.
 */
import type { EventMap } from '@/lib/platform/events/events'

interface Forms<D> {
  timeLine: (data: D) => string
  auditLog: (data: D) => string
}
type DeskType =
  | `disagreement.${'cause_set' | 'proposed'}`
  | `discussion.${'accepted' | 'objected' | 'taken_back' | 'third_rater_called'}`
  | `resolution.${'saved' | 'withdrawn'}`
  | 'comment.added'
type SearchType = `search.${'made' | 'opened' | 'quoted'}`
type Table<T extends keyof EventMap> = { readonly [K in T]: Forms<EventMap[K]> }

/** Names the field of an event where it is not before the reader. */
export const fieldOf = ({ unit, question }: { unit: string; question: string }) => `“${question}” on ${unit}`

const HOW: Readonly<Record<string, string>> = {
  lane: 'Settled as an annotator has it',
  discussed: 'Settled in the discussion',
}
const REPLY: Readonly<Record<string, string>> = { accept: 'Accepted the proposal', object: 'Objected to the proposal' }
const CAUSE = 'Cause of the disagreement'

export const DESK_TEXT: Table<DeskType> = {
  'disagreement.cause_set': {
    timeLine: ({ cause }) => (cause === null ? `${CAUSE} taken back` : `${CAUSE}: ${cause.replaceAll('_', ' ')}`),
    auditLog: (data) => `Named a cause: ${fieldOf(data)}`,
  },
  'disagreement.proposed': {
    timeLine: ({ value }) => (value === null ? 'Proposal taken back' : 'Proposed'),
    auditLog: (data) => `Proposed a value: ${fieldOf(data)}`,
  },
  'discussion.accepted': {
    timeLine: () => 'Accepted in the discussion',
    auditLog: (data) => `Accepted a value: ${fieldOf(data)}`,
  },
  'discussion.objected': {
    timeLine: () => 'Objected in the discussion',
    auditLog: (data) => `Objected to a value: ${fieldOf(data)}`,
  },
  'discussion.taken_back': {
    timeLine: () => 'Own word in the discussion taken back',
    auditLog: (data) => `Took back their word: ${fieldOf(data)}`,
  },
  'discussion.third_rater_called': {
    timeLine: () => 'A third rater was called',
    auditLog: () => 'Called a third rater',
  },
  'resolution.saved': {
    timeLine: ({ how }) => HOW[how] ?? 'Settled otherwise',
    auditLog: (data) => `Settled ${fieldOf(data)}`,
  },
  'resolution.withdrawn': {
    timeLine: () => 'Settlement withdrawn',
    auditLog: (data) => `Took back how it was settled: ${fieldOf(data)}`,
  },
  'comment.added': {
    timeLine: ({ reply }) => REPLY[reply ?? ''] ?? 'Commented',
    auditLog: () => 'Commented',
  },
}

export const SEARCH_TEXT: Table<SearchType> = {
  'search.made': {
    timeLine: ({ hits }) => `Searched: ${hits} ${hits === 1 ? 'result' : 'results'}`,
    auditLog: ({ provider, hits }) => `Searched with ${provider}: ${hits} found`,
  },
  'search.opened': {
    timeLine: ({ rank }) => `Opened result ${rank}`,
    auditLog: () => 'Opened a page that was found',
  },
  'search.quoted': {
    timeLine: ({ rank }) => `Quoted from result ${rank}`,
    auditLog: () => 'Quoted a page that was found',
  },
}
