/** Events as sentences, by what kind of part they belong to. */

import type { Json } from '@/lib/protocols/protocol'
import { describeEvent, whyReleased } from '@/lib/workspace/items/history/rules'
import { DESK_WORDS, SEARCH_WORDS } from './desk-words'

export type EventData = Record<string, Json>

const textOf = (value: Json | undefined) => (typeof value === 'string' && value.trim() !== '' ? value : null)
const ended = (seconds: Json | undefined) => {
  const minutes = Math.round(Number(seconds ?? 0) / 60)
  return minutes < 1 ? 'less than a minute in use' : `${minutes} min in use`
}
type Words = Record<string, (data: EventData) => string>

/** What an annotator did, or what became of their share: never with a name. */
const OF_LANES: Words = {
  'assignment.reserved': () => 'Taken from the queue',
  'assignment.assigned': () => 'Assigned',
  'assignment.skipped': () => 'Skipped',
  'assignment.released': (data) => `The share was released: ${whyReleased(data)}`,
  'assignment.set_aside': () => 'Asked a manager; the task is set aside',
  'assignment.question_answered': () => 'A manager answered the question',
  'assignment.question_withdrawn': () => 'The question was withdrawn',
  'annotation.started': ({ round }) => (round === 1 ? 'Begun' : `Begun again, round ${round}`),
  'annotation.submitted': ({ round, activeSeconds }) =>
    `Submitted${round === 1 ? '' : `, round ${round}`}; ${ended(activeSeconds)}`,
}

/** Settling, talking, and searching, whose remark is what was searched for, or what was quoted. */
const OF_DESKS: Readonly<Record<string, (data: never) => string>> = { ...DESK_WORDS, ...SEARCH_WORDS }

/** Acts on many items, whose events name none of them. */
export const EDIT_EVENTS = ['items.edited', 'items.edit_undone']

/** The life of the task; what item histories tell of it too, whose authors are named there. */
const OF_TASKS = [
  'task.opened',
  'task.created',
  'task.units_replaced',
  'task.went_stale',
  'task.stale_settled',
  'task.taken_over',
  'item.facts_changed',
  'task.resegmented',
  'task.revealed',
  'task.adjudicated',
  'task.approved',
  'task.approval_refused',
  'task.reopened',
  'task.reopening_taken_back',
  'task.discarded',
  'task.restored',
  'label.overridden',
  'gold.imported',
]

/** Questions to managers: of those who took part in a lane, theirs and nobody else's. */
export const INQUIRY_EVENTS = ['assignment.set_aside', 'assignment.question_answered', 'assignment.question_withdrawn']
export const ASSIGNMENT_EVENTS = Object.keys(OF_LANES).filter((type) => type.startsWith('assignment.'))
export const ANNOTATION_EVENTS = ['annotation.started', 'annotation.submitted', 'answer.saved']
export const SEARCH_EVENTS = Object.keys(SEARCH_WORDS)
export const DESK_EVENTS = Object.keys(DESK_WORDS)
export const COURSE_EVENTS = [...OF_TASKS, ...EDIT_EVENTS]

/** An event in a sentence, and what was said with it. */
export function wordsOf(type: string, data: EventData): { text: string; remark: string | null } {
  const wording = OF_LANES[type] ?? OF_DESKS[type]
  if (!wording) return describeEvent(type, data, new Map())
  const statement =
    type === 'assignment.set_aside' ? data.question : type === 'assignment.question_answered' ? data.answer : null
  const remark = textOf(statement) ?? textOf(data.reason) ?? textOf(data.query) ?? textOf(data.quote)
  // The log holds of each type what its event has.
  return { text: wording(data as never), remark }
}
