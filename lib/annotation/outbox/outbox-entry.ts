import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'

const json: z.ZodType<Json> = z.json()

/** One field's unsent change, as it is kept on this device. */
export const outboxEntrySchema = z.object({
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
  /** Order of first editing. */
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

/** A change as the screen makes it. */
export type OutboxChange = Pick<
  OutboxEntry,
  'taskId' | 'annotationId' | 'unit' | 'question' | 'value' | 'origin' | 'suggestionId' | 'step'
>

/** Why a change is where it is: typed (waits for a pause), and unsendable with what is wrong. */
export interface PutOptions {
  typing?: boolean
  problem?: string | null
  /** It goes behind all other unsent changes, wherever its field stood among them, and `held` is what it goes on from. */
  last?: boolean
  /** What was on screen before the change, and what of it the server held at the revision. */
  seen?: Json
  held?: Json
}

/** The name of a field's entry: a new edit of the same field takes its place. */
export const entryKey = (at: Pick<OutboxEntry, 'annotationId' | 'unit' | 'question'>) =>
  [at.annotationId, at.unit, at.question].join('/')

/** Reads a stored entry; null for anything that is not one. */
export function parseEntry(text: string): OutboxEntry | null {
  try {
    return outboxEntrySchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** What the server says about one sent change. */
export type OutboxOutcome =
  | { status: 'saved' | 'conflict'; unit: string; question: string; value: Json; revision: number; savedAt: string }
  | { status: 'refused'; unit: string; question: string; message: string }

/** Keeps entries where they survive a crash. `write` is synchronous and says whether it worked. */
export interface OutboxStorage {
  read(): [key: string, text: string][]
  get(key: string): string | null
  write(key: string, text: string): boolean
  remove(key: string): void
}

export interface OutboxClock {
  /** Milliseconds since whenever; never goes back. */
  now(): number
  /** What the device's clock says, as Date.now does; people and servers put it on and back. */
  timeOfDay(): number
  /** Runs `wake` after `ms`; returns how to call it off. */
  after(ms: number, wake: () => void): () => void
}

/** Sends changes of one annotation, in order, and returns an outcome for each. Throws ApiError. */
export type OutboxTransport = (
  to: Pick<OutboxEntry, 'taskId' | 'annotationId'>,
  entries: readonly OutboxEntry[],
  options: { keepalive: boolean },
) => Promise<OutboxOutcome[]>
