/** Remarks on a task: notes of one's own while annotating, a conversation once all annotators have submitted. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { isStorable, UNSTORABLE_TEXT } from '@/lib/platform/api/input'

/** Text that PostgreSQL can store: neither NUL nor half a character pair. */
export const storableText = z.string().trim().max(4000).refine(isStorable, UNSTORABLE_TEXT)

export const replies = ['accept', 'object'] as const
export type Reply = (typeof replies)[number]

/** One remark. `unit` and `question` say what it is about; both null means the task as a whole. */
export const noteSchema = z.object({
  id: z.uuid(),
  unit: z.string().nullable(),
  /** Set on remarks about a disagreement. */
  question: z.string().nullable(),
  body: z.string(),
  /** An annotator's answer to a proposal. */
  reply: z.enum(replies).nullable(),
  createdAt: z.iso.datetime(),
})
export type Note = z.infer<typeof noteSchema>

export const addCommentBody = z
  .object({
    body: storableText.min(1, 'Write at least a word.'),
    /** Drawn by the sender: sent again, it is the same remark. */
    remarkId: z.uuid().optional(),
    unit: z.string().min(1).max(100).optional(),
    question: z.string().min(1).max(100).optional(),
  })
  .refine(({ unit, question }) => unit !== undefined || question === undefined, 'A question needs its unit.')
export type AddComment = z.output<typeof addCommentBody>

const params = z.object({ taskId: z.uuid() })

export const addCommentEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/comments',
  summary: 'Add a remark to a task, one of its units, or one of its disagreements',
  tag: 'comments',
  auth: 'actor',
  params,
  body: addCommentBody,
  response: noteSchema,
})

export const listMyNotesEndpoint = endpoint({
  method: 'GET',
  path: '/api/tasks/{taskId}/comments',
  summary: 'Your own remarks on a task (those of others are part of its consolidation)',
  tag: 'comments',
  auth: 'actor',
  params,
  response: z.object({ notes: z.array(noteSchema) }),
})
