/**
 * One change as it is kept on the device, and what becomes of it: a function for each event of the table in `outbox.ts`. All of
 * it is pure.
 */
import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'
import { sameExactly } from '@/lib/protocols/same-value'

const json: z.ZodType<Json> = z.json()

/** One field's unsent change, as it is kept on this device. */
const outboxEntrySchema = z.object({
  taskId: z.string(),
  annotationId: z.string(),
  unit: z.string(),
  question: z.string(),
  value: json,
  origin: z.enum(['typed', 'chosen', 'suggestion', 'bulk']),
  suggestionId: z.string().nullable(),
  /** The step of undo that the change is a part of; changes kept by former versions have none. */
  step: z.object({ id: z.string(), way: z.enum(['do', 'undo', 'redo']) }).optional(),
  /** The server's revision that this change replaces; 0 where there was none. */
  base: z.number(),
  /** The server's value at that revision, as far as this device knew it: what lists are put together from. */
  baseValue: json.default(null),
  /** Its place in the order of sending. */
  seq: z.number(),
  editedAt: z.number(),
  /** Values sent whose fate is unknown: when the server turns out to hold one of them, it is our own. */
  sent: z.array(json),
  /** What somebody else, or another device, wrote meanwhile. Waits for a person's choice. */
  conflict: z.object({ value: json, revision: z.number() }).nullable(),
  /** Why the change cannot be saved as it is. */
  refused: z.string().nullable(),
})
export type OutboxEntry = z.infer<typeof outboxEntrySchema>

/** A field whose changes are kept under one name. */
export type EntryPlace = Pick<OutboxEntry, 'annotationId' | 'unit' | 'question'>

/** A change as the screen makes it. */
export type OutboxChange = Pick<
  OutboxEntry,
  'taskId' | 'annotationId' | 'unit' | 'question' | 'value' | 'origin' | 'suggestionId' | 'step'
>

/** The name of a field's entry: a new edit of the same field takes its place. */
export const entryKey = (place: EntryPlace) => [place.annotationId, place.unit, place.question].join('/')

/** Reads a stored entry; null for anything that is not one. */
export function parseEntry(text: string): OutboxEntry | null {
  try {
    return outboxEntrySchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The server's present value of a field, as tabs tell it each other. */
export const serverValueSchema = z.object({
  unit: z.string(),
  question: z.string(),
  value: json,
  revision: z.number(),
  savedAt: z.iso.datetime(),
})
export type ServerValue = z.infer<typeof serverValueSchema>

/** What the server says about one sent change. */
export type OutboxOutcome =
  | ({ status: 'saved' | 'conflict' } & ServerValue)
  | { status: 'refused'; unit: string; question: string; message: string }

/** A field's changes are saved when no entry is kept of it. */
export type EntryState = 'saved' | 'waiting' | 'conflict' | 'refused'

/** The state of an entry in the table. An entry may be refused and in conflict: the conflict is settled first. */
export function entryState(entry: OutboxEntry | null | undefined): EntryState {
  if (!entry) return 'saved'
  if (entry.conflict) return 'conflict'
  return entry.refused === null ? 'waiting' : 'refused'
}

/** What keeps changes from being sent that nobody has refused: the network, the session, or guidelines or practice that come first. */
export type Trouble = 'waiting' | 'signed-out' | 'to-confirm' | 'to-practise'

/** How an annotation's changes stand, in one word; `opening`: the page is as the server drew it, and the device was not asked yet. */
export type OutboxState = EntryState | 'saving' | 'opening' | Trouble

/** How an annotation's changes stand. */
export interface OutboxStatus {
  state: OutboxState
  /** Changes that the server does not have yet. */
  count: number
  /** The device keeps no copy of one of them (private window, storage full): only this tab holds it. */
  unkept: boolean
}

/** The one thing to say about an annotation's changes: what needs the person first, then what only takes time. */
export function stateOfAll(entries: readonly OutboxEntry[], trouble: Trouble | null): OutboxState {
  if (entries.length === 0) return 'saved'
  if (trouble === 'signed-out') return 'signed-out'
  const states = entries.map(entryState)
  return (
    states.find((state) => state === 'conflict') ?? states.find((state) => state === 'refused') ?? trouble ?? 'saving'
  )
}

/** How a change goes on from what is kept of its field. */
export interface PutPlace {
  /** The server's revision as the screen knows it, and what of it the server held there. */
  revision: number
  held: Json
  /** The next place in the order of sending. */
  end: number
  editedAt: number
  /** What was on screen before the change, where another tab may have listed more. */
  seen?: Json
  /** Why it cannot be saved as it is. */
  problem: string | null
  /** Does a change of a field that waits go behind all others, and on from `held`? Otherwise it keeps the field's place. */
  goesLast: boolean
}

/** Events `put` and `hold`: the entry with the change in it. What was sent of the field, and a conflict about it, stay with it. */
export function afterPut(before: OutboxEntry | undefined, change: OutboxChange, place: PutPlace): OutboxEntry {
  const { revision, held, end, editedAt, seen, problem, goesLast } = place
  const { base, sent, conflict } = before ?? { base: revision, sent: [], conflict: null }
  return {
    ...besideOthers(change, before, seen),
    base,
    baseValue: before && !goesLast ? before.baseValue : held,
    seq: before && !goesLast ? before.seq : end,
    editedAt,
    sent,
    conflict,
    refused: problem,
  }
}

/** A change of a list, with what another tab listed and has not sent yet: this one had not seen it. */
function besideOthers(change: OutboxChange, unsent: OutboxEntry | undefined, seenList: Json | undefined): OutboxChange {
  const merged = unsent && seenList !== undefined ? mergeLists(seenList, change.value, unsent.value) : null
  return merged ? { ...change, value: merged.length === 0 ? null : merged } : change
}

/** Event `send`: the entry as it is written down before the request goes out. After a crash the server may hold any of `sent`. */
export function afterSend(entry: OutboxEntry): OutboxEntry {
  return { ...entry, sent: [...entry.sent.filter((value) => !sameExactly(value, entry.value)), entry.value] }
}

/**
 * Events of an answer to `sent`, an earlier state of the entry; null when the server has it all. A later edit goes on from the
 * revision that the answer tells of. A refusal on the ground of a value that this device sent itself, without hearing back, is
 * no conflict.
 */
export function afterOutcome(entry: OutboxEntry, sent: OutboxEntry, outcome: OutboxOutcome): OutboxEntry | null {
  if (outcome.status === 'refused')
    return sameExactly(entry.value, sent.value) ? { ...entry, refused: outcome.message } : entry
  const { value, revision } = outcome
  if (sameExactly(entry.value, value)) return null
  if (outcome.status === 'saved' || entry.sent.some((each) => sameExactly(each, value))) {
    const isNewer = revision >= entry.base
    return {
      ...entry,
      base: isNewer ? revision : entry.base,
      baseValue: isNewer ? value : entry.baseValue,
      sent: [],
    }
  }
  const isOutdated = entry.base !== sent.base && entry.base >= revision
  if (isOutdated) return entry
  const merged = withTheirs(entry, value)
  if (merged) return sameExactly(merged.value, value) ? null : { ...merged, base: revision }
  return { ...entry, conflict: { value, revision } }
}

/** A list put together with what somebody else made of it meanwhile; null where it cannot be. */
function withTheirs(entry: OutboxEntry, theirs: Json): OutboxEntry | null {
  const merged = mergeLists(entry.baseValue, entry.value, theirs)
  if (!merged) return null
  // It is not what was suggested any more, nor what one hand chose alone.
  const value = merged.length === 0 ? null : merged
  return { ...entry, value, baseValue: theirs, sent: [], conflict: null, origin: 'chosen', suggestionId: null }
}

/** Events `mine` and `theirs`: one's own value goes on from what the server holds, as far as this device knows; theirs ends it. */
export function afterChoice(entry: OutboxEntry, choice: 'mine' | 'theirs'): OutboxEntry | null {
  if (choice === 'theirs') return null
  const { base, baseValue, conflict } = entry
  return {
    ...entry,
    base: conflict ? conflict.revision : base,
    baseValue: conflict ? conflict.value : baseValue,
    conflict: null,
    refused: null,
    sent: [],
  }
}

/** Event `reload`: a new chance for what was refused, since a share may have been given again meanwhile. */
export const afterReload = (entry: OutboxEntry): OutboxEntry => ({ ...entry, refused: null })

type ListEntry = { [key: string]: Json } & { key: string }

/**
 * Puts together what two places made of one list of keyed entries: everything that either of them added is in it, and
 * nothing that either of them took off `base`, which both began from. `theirs` gives the order. Null where one of the
 * three is no such list: other values cannot be put together, and somebody has to choose.
 */
export function mergeLists(base: Json, mine: Json, theirs: Json): Json[] | null {
  const [before, ownEntries, other] = [listIn(base), listIn(mine), listIn(theirs)]
  if (!before || !ownEntries || !other || (mine === null && theirs === null)) return null
  const has = (list: readonly ListEntry[], { key }: ListEntry) => list.some((each) => each.key === key)
  const merged = other.filter((entry) => has(ownEntries, entry) || !has(before, entry))
  ownEntries.forEach((entry, index) => {
    if (has(other, entry) || has(before, entry)) return
    const earlier = ownEntries.slice(0, index).map(({ key }) => key)
    const anchorIndex = merged.findLastIndex(({ key }) => earlier.includes(key))
    merged.splice(earlier.length > 0 && anchorIndex < 0 ? merged.length : anchorIndex + 1, 0, entry)
  })
  return merged
}

/** The entries of a list; an unanswered one has none. */
function listIn(value: Json): ListEntry[] | null {
  if (value === null) return []
  return Array.isArray(value) && value.every(isListEntry) ? value : null
}

const isListEntry = (entry: Json): entry is ListEntry =>
  typeof entry === 'object' && entry !== null && !Array.isArray(entry) && typeof entry.key === 'string'
