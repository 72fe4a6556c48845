import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

export const taskStates = ['preparing', 'open', 'consolidating', 'approving', 'gold', 'discarded'] as const
export type TaskState = (typeof taskStates)[number]

/** The word shown for each state. */
export const TASK_STATE_TEXT: Record<TaskState, string> = {
  preparing: 'Being prepared',
  open: 'To annotate',
  consolidating: 'To settle',
  approving: 'To approve',
  gold: 'Gold',
  discarded: 'Discarded',
}

/** The word for a task's state; where answers are votes there is no gold, but a tally. */
export const taskStateText = (state: TaskState, isVoted: boolean): string =>
  isVoted && state === 'gold' ? 'Tallied' : TASK_STATE_TEXT[state]

/** Why annotators disagreed about a question, as the person who settles it says. */
export const disagreementCauses = [
  'slip',
  'interpretation',
  'claim_too_complex',
  'indirect_evidence',
  'guideline_gap',
] as const
export type DisagreementCause = (typeof disagreementCauses)[number]

const unitSide = z.object({ text: z.string(), data: z.json().nullable() })

/** One unit of a task that newer gold of an earlier stage would have otherwise. */
export const staleChangeSchema = z.object({
  kind: z.enum(['added', 'removed', 'changed', 'moved']),
  /** The unit's key among the new units; among the old ones where it is gone. */
  unit: z.string(),
  /** Its key among the old units; null for a new one. */
  was: z.string().nullable(),
  unitKind: z.string(),
  before: unitSide.nullable(),
  after: unitSide.nullable(),
})
export type StaleChange = z.infer<typeof staleChangeSchema>

/** What a stale task's screens show; null for a task that is not stale. */
export const staleSchema = z.object({ changes: z.array(staleChangeSchema) }).nullable()
export type Stale = z.infer<typeof staleSchema>

const taskParams = z.object({ taskId: z.uuid() })
const comment = z.string().trim().min(1, 'Say why, in a sentence.').max(2000)

export const reopenTaskBody = z.object({
  /** Whose share is sent back; everybody's when left out. */
  userIds: z.array(z.uuid()).min(1).optional(),
  comment,
})
export const discardTaskBody = z.object({
  /** A value of the protocol's discard reasons. */
  reason: z.string().min(1),
  note: z.string().trim().max(2000).default(''),
})

export const keepStaleTaskBody = z.object({ reason: comment })

export const keepStaleTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/keep',
  summary: 'Say that a stale task still holds, with the reason: its units stay as they are',
  tag: 'tasks',
  auth: 'actor',
  params: taskParams,
  body: keepStaleTaskBody,
  response: 'empty',
})

export const takeOverTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/take-over',
  summary:
    'Take over into a stale task what changed before it, as a new round that carries every answer that still fits',
  tag: 'tasks',
  auth: 'actor',
  params: taskParams,
  response: 'empty',
})

export const reopenTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/reopen',
  summary: 'Send a task back to its annotators with a comment, as a new round',
  tag: 'tasks',
  auth: 'actor',
  params: taskParams,
  body: reopenTaskBody,
  response: 'empty',
})

export const discardTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/discard',
  summary: 'Discard the item of a task, with a reason',
  tag: 'tasks',
  auth: 'actor',
  params: taskParams,
  body: discardTaskBody,
  response: 'empty',
})

export const restoreTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/restore',
  summary: 'Take back the discarding of an item',
  tag: 'tasks',
  auth: 'actor',
  params: taskParams,
  response: 'empty',
})

export const openTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/open',
  summary: 'Open a prepared task for annotation',
  tag: 'tasks',
  auth: 'actor',
  params: taskParams,
  response: 'empty',
})
