/**
 * Events of settling, talking and searching in words, for the reader of a task's time line, who has the field before them and may
 * read what was decided. An audit log has words of its own for them (lib/workspace/audit-log).
 */
import type { EventMap } from '@/lib/platform/events/events'

type DeskType =
  | `disagreement.${'cause_set' | 'proposed'}`
  | `discussion.${'accepted' | 'objected' | 'taken_back' | 'third_rater_called'}`
  | `resolution.${'saved' | 'withdrawn'}`
  | 'comment.added'
type SearchType = `search.${'made' | 'opened' | 'quoted'}`
type Words<T extends keyof EventMap> = { readonly [K in T]: (data: EventMap[K]) => string }

const HOW: Readonly<Record<string, string>> = {
  lane: 'Settled as an annotator has it',
  discussed: 'Settled in the discussion',
}
const REPLY: Readonly<Record<string, string>> = { accept: 'Accepted the proposal', object: 'Objected to the proposal' }
const CAUSE = 'Cause of the disagreement'

export const DESK_WORDS: Words<DeskType> = {
  'disagreement.cause_set': ({ cause }) =>
    cause === null ? `${CAUSE} taken back` : `${CAUSE}: ${cause.replaceAll('_', ' ')}`,
  'disagreement.proposed': ({ value }) => (value === null ? 'Proposal taken back' : 'Proposed'),
  'discussion.accepted': () => 'Accepted in the discussion',
  'discussion.objected': () => 'Objected in the discussion',
  'discussion.taken_back': () => 'Answer in the discussion taken back',
  'discussion.third_rater_called': () => 'A third rater was called',
  'resolution.saved': ({ how }) => HOW[how] ?? 'Settled otherwise',
  'resolution.withdrawn': () => 'Settlement withdrawn',
  'comment.added': ({ reply }) => REPLY[reply ?? ''] ?? 'Commented',
}

export const SEARCH_WORDS: Words<SearchType> = {
  'search.made': ({ hits }) => `Searched: ${hits} ${hits === 1 ? 'result' : 'results'}`,
  'search.opened': ({ rank }) => `Opened result ${rank}`,
  'search.quoted': ({ rank }) => `Quoted from result ${rank}`,
}
