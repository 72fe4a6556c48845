/** What happened to a task, step by step, for those who may read its answers; to everybody else at most their own part. */
import { z } from 'zod'
import { unitSchema } from '@/lib/annotation/annotations/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import type { Json } from '@/lib/protocols/protocol'

export const ENTRIES_PER_PAGE = 100

const json: z.ZodType<Json> = z.json()

/**
 * Whose part is read: a lane by its letter, `you` for one's own, `task` for what was done with the task as a whole, `all`
 * where names are open.
 */
export const partSchema = z.string().regex(/^([A-Z]|you|task|all)$/)

const commonShape = {
  /** Its place in this part, from 1: the next page goes on after it. */
  place: z.number().int(),
  /** When; null where the hour could tell whose lane it is. */
  at: z.iso.datetime({ offset: true }).nullable(),
  /** `lane` without a letter: one of the annotators. */
  by: z
    .object({ kind: z.enum(['you', 'lane', 'reviewer']), lane: z.string().nullable(), name: z.string().nullable() })
    .nullable(),
  unit: z.string().nullable(),
}

/** One event. `act`: said in a sentence, with the remark that was made and the value it is about, if any. */
export const timelineEntrySchema = z.discriminatedUnion('kind', [
  z.object({
    ...commonShape,
    kind: z.literal('answer'),
    question: z.string(),
    from: json,
    to: json,
    /** How the value came about; a value that was brought back keeps what it had. */
    origin: z.string(),
    way: z.enum(['do', 'undo', 'redo']),
    /** The suggestion that was accepted: where it is from, and the name of its run. */
    suggestion: z.object({ source: z.string(), run: z.string().nullable() }).nullable(),
  }),
  z.object({
    ...commonShape,
    kind: z.literal('act'),
    text: z.string(),
    remark: z.string().nullable(),
    question: z.string().nullable(),
    value: json,
  }),
])
export type TimelineEntry = z.infer<typeof timelineEntrySchema>

const headSchema = z.object({
  taskId: z.uuid(),
  /** Where the reader may browse the item, and the task is revealed: the id of a copy's item would tell when it was made. */
  itemId: z.uuid().nullable(),
  projectId: z.uuid(),
  projectName: z.string(),
  protocolId: z.string(),
  stageKey: z.string(),
  position: z.number().int(),
  title: z.string(),
  /** Of all rounds, in their order, and after them what people listed. */
  units: z.array(unitSchema),
  /** What can be read, in the order in which it is offered. */
  parts: z.array(z.object({ key: z.string(), own: z.boolean(), name: z.string().nullable() })),
  abilities: z.object({
    /** Is the whole task open to the reader, or only their own part? */
    readAll: z.boolean(),
  }),
})
export type TimelineHead = z.infer<typeof headSchema>

export const timelineSchema = z.object({
  /** The part that is read. */
  part: z.string(),
  entries: z.array(timelineEntrySchema),
  /** Pass it as `after` for what came next; null at the end. */
  next: z.number().int().nullable(),
  /** Only with the first page. */
  head: headSchema.nullable(),
})
export type Timeline = z.infer<typeof timelineSchema>

export const timelineQuery = z.object({
  part: partSchema.optional(),
  /** Only what is about this unit. */
  unit: z.string().min(1).max(100).optional(),
  after: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type TimelineQuery = z.output<typeof timelineQuery>

export const getTimelineEndpoint = endpoint({
  method: 'GET',
  path: '/api/tasks/{taskId}/timeline',
  summary: 'What happened to a task, oldest first: your own part, and all of it once its answers are open to you',
  tag: 'timeline',
  auth: 'actor',
  params: z.object({ taskId: z.uuid() }),
  query: timelineQuery,
  response: timelineSchema,
})
