import { z } from 'zod'
import { answerOrigins } from '@/lib/annotation/annotations/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import type { Json } from '@/lib/protocols/protocol'

/** The most steps that can be taken back. */
export const MOST_STEPS = 200

const json: z.ZodType<Json> = z.json()
const changeSchema = z.object({
  unit: z.string(),
  question: z.string(),
  from: json,
  to: json,
  /** How the value that it led to came about, where that is known. */
  cause: z.object({ origin: z.enum(answerOrigins), suggestionId: z.string().optional() }).optional(),
})
const stepSchema = z.object({
  /** Under which its changes are in the event log. */
  id: z.string(),
  changes: z.array(changeSchema),
  typing: z.boolean(),
  at: z.number(),
})

/** What was done, oldest first, and what was undone, the latest last. */
export const undoStackSchema = z.object({ done: z.array(stepSchema), undone: z.array(stepSchema) })

export type UndoChange = z.infer<typeof changeSchema>
export type UndoStep = z.infer<typeof stepSchema>
export type UndoStack = z.infer<typeof undoStackSchema>

export const undoStepsSchema = undoStackSchema.extend({ annotationId: z.uuid() })

export const undoStepsEndpoint = endpoint({
  method: 'GET',
  path: '/api/tasks/{taskId}/annotation/steps',
  summary: 'The steps of your open annotation that can be undone and redone, from the event log',
  tag: 'annotations',
  auth: 'actor',
  params: z.object({ taskId: z.uuid() }),
  response: undoStepsSchema,
})
