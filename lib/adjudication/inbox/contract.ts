/** What waits for a person, across projects. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/**
 * What waits for a decision of the reader about one task. `proposals`: a reviewer proposed values about their answers;
 * `discussion`: they settle it with their partners; `sent_back`: it came back to them; `answered`: a manager answered their
 * question; `settle` and `approve`: as a reviewer.
 */
export const taskDecisionKinds = ['proposals', 'discussion', 'sent_back', 'answered', 'settle', 'approve'] as const

const place = z.object({ projectId: z.uuid(), projectName: z.string() })
const task = place.extend({
  taskId: z.uuid(),
  position: z.number().int(),
  title: z.string(),
  stageTitle: z.string(),
})

const taskDecision = task.extend({
  kind: z.enum(taskDecisionKinds),
  /** Questions without a value that all accept; of `sent_back` and `answered` none. */
  open: z.number().int(),
  /** Proposals, or values of others in a discussion, that wait for the reader's word. */
  asked: z.number().int(),
  /** The remark it was sent back with, or the manager's answer. */
  comment: z.string().nullable(),
  /** Since when others wait. */
  since: z.iso.datetime(),
})

/** Questions of annotators to the managers of a project. */
const inquiries = place.extend({ kind: z.literal('inquiries'), open: z.number().int(), since: z.iso.datetime() })

const decision = z.discriminatedUnion('kind', [taskDecision, inquiries])
export type TaskDecision = z.infer<typeof taskDecision>
export type Decision = z.infer<typeof decision>

const ownTask = task.extend({
  /** `set_aside`: it waits for a manager's answer to the reader's question. */
  standing: z.enum(['begun', 'given', 'set_aside']),
  /** When the reader began it, or got it. */
  since: z.iso.datetime(),
  /** When a reservation lapses; null for what a manager assigned. */
  expiresAt: z.iso.datetime().nullable(),
})
export type OwnTask = z.infer<typeof ownTask>

const nextOf = place.extend({
  protocolTitle: z.string(),
  /** The median of active minutes a task, of the reader's last thousand submissions in all projects; null where fewer than ten are timed. */
  minutes: z.number().nullable(),
})
export type NextOf = z.infer<typeof nextOf>

export const inboxSchema = z.object({
  /** Who has waited longest comes first; of more than are listed, `total` tells. */
  decisions: z.object({ total: z.number().int(), list: z.array(decision) }),
  /** The reader's own tasks in hand, oldest first, those set aside last. */
  work: z.object({ total: z.number().int(), list: z.array(ownTask) }),
  /** The projects in which they may take the next task: where they worked last comes first. */
  next: z.array(nextOf),
  /** Are they a member of any project in use? */
  member: z.boolean(),
})
export type Inbox = z.infer<typeof inboxSchema>

const common = { tag: 'inbox', auth: 'actor' } as const

export const getInboxEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/inbox',
  summary: 'What waits for you in all projects: decisions, your tasks in hand, and where to take the next one',
  response: inboxSchema,
})

/** One event of the stream. */
export const inboxCountSchema = z.object({
  /** How many decisions wait for the reader. */
  waiting: z.number().int(),
  /** Another one when they are others. */
  version: z.string(),
})
export type InboxCount = z.infer<typeof inboxCountSchema>

export const streamInboxEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/inbox/stream',
  summary: 'How many decisions wait for you, now and whenever it changes, as server-sent events',
  response: { stream: ['text/event-stream'] },
})

/** What became of the reader's own submission of a task in which they and their partners discuss. */
export const revealSchema = z.object({
  /** Are differences the annotators' own to settle? False where the reader has not submitted, or nothing is left to settle, too. */
  discusses: z.boolean(),
  /** Once everybody has submitted, while something is open: how many they are, and how many questions they differ in. */
  revealed: z.object({ raters: z.int32(), open: z.int32() }).nullable(),
})
export type Reveal = z.infer<typeof revealSchema>

export const getRevealEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/tasks/{taskId}/reveal',
  summary: 'Of a task that you have submitted: whether everybody has, and how much is yours to discuss',
  params: z.object({ taskId: z.uuid() }),
  response: revealSchema,
})
