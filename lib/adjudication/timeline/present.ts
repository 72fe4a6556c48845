import type { Actor } from '@/lib/platform/policy/actor'
import { tellStored } from '@/lib/platform/server/read-stored'
import type { Json } from '@/lib/protocols/protocol'
import type { TimelineEntry } from './contract'
import {
  ANNOTATION_EVENTS,
  ASSIGNMENT_EVENTS,
  COURSE_EVENTS,
  type EventData,
  SEARCH_EVENTS,
  wordsOf,
} from './event-words'
import type { Parts } from './parts'

export interface EventRow {
  type: string
  at: Date
  data: unknown
  actorId: string | null
  /** Whose annotation or share it is about. */
  ownerId: string | null
}

/** What events name by id only. */
export interface Sources {
  suggestions: ReadonlyMap<string, { source: string; run: string | null }>
  comments: ReadonlyMap<string, { body: string; unit: string | null }>
}

interface Around {
  actor: Actor
  /** The part that is read. */
  part: string
  parts: Parts
  sources: Sources
}

/** Of an event that was written in another shape than today's. */
const UNTOLD = { text: 'Written by an earlier version of Assay, in a form that this version cannot show', remark: null }

const OF_PEOPLE = [...ANNOTATION_EVENTS, ...ASSIGNMENT_EVENTS, ...SEARCH_EVENTS]
const stringOr = (value: Json | undefined) => (typeof value === 'string' ? value : null)

/** An event on the wire: by a letter, and by a name only where names are open. */
export function presentEntry(row: EventRow, place: number, around: Around): TimelineEntry {
  const data = row.data as EventData
  const common = { place, at: whenOf(row, around), by: authorOf(row, around), unit: stringOr(data.unit) }
  const question = stringOr(data.question)
  if (row.type === 'answer.saved' && question !== null)
    return {
      ...common,
      kind: 'answer',
      question,
      from: data.from ?? null,
      to: data.to ?? null,
      origin: String(data.origin),
      way: wayOf(data.step),
      suggestion: around.sources.suggestions.get(String(data.suggestionId)) ?? null,
    }
  const comment = around.sources.comments.get(String(data.commentId))
  const { text, remark } = tellStored(`event of ${row.type}`, () => wordsOf(row.type, data), UNTOLD)
  const unit = common.unit ?? comment?.unit ?? null
  return { ...common, kind: 'act', text, remark: comment?.body ?? remark, unit, question, value: data.value ?? null }
}

function wayOf(step: Json | undefined): 'do' | 'undo' | 'redo' {
  const way = typeof step === 'object' && step !== null && !Array.isArray(step) ? step.way : null
  return way === 'undo' || way === 'redo' ? way : 'do'
}

/** Whose the event is: of a share, whose share it is, whoever gave it to them. */
const personOf = ({ type, actorId, ownerId }: EventRow) =>
  ASSIGNMENT_EVENTS.includes(type) || ANNOTATION_EVENTS.includes(type) ? ownerId : actorId

/**
 * Item histories say at what hour each annotator, by name, was given the task, began and submitted: until names are open, a
 * lane's hours would tell whose it is, and so would how long after another anything in it was done. So it has its order only,
 * and so has what annotators say of the task as a whole, which consolidation shows by the letter of whoever said it.
 */
function whenOf(row: EventRow, { actor, parts }: Around): string | null {
  const person = personOf(row)
  const isOfLane = !COURSE_EVENTS.includes(row.type) && parts.lanes.some(({ userId }) => userId === person)
  return parts.named || !isOfLane || person === actor.userId ? row.at.toISOString() : null
}

/**
 * Until names are open what is outside of lanes has no letter either: its place among what has an hour would tell when somebody
 * in a lane was at work.
 */
function authorOf(row: EventRow, { actor, part, parts }: Around): TimelineEntry['by'] {
  const person = personOf(row)
  if (person === null) return null
  if (person === actor.userId) return { kind: 'you', lane: null, name: null }
  const lane = parts.lanes.find(({ userId }) => userId === person)
  if (!lane) return ASSIGNMENT_EVENTS.includes(row.type) ? null : { kind: 'reviewer', lane: null, name: null }
  if (parts.named || part === lane.lane || OF_PEOPLE.includes(row.type))
    return { kind: 'lane', lane: lane.lane, name: lane.name }
  return COURSE_EVENTS.includes(row.type) ? null : { kind: 'lane', lane: null, name: null }
}
