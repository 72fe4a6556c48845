/** Settling what annotators disagree on, and approving what was settled: the wire types and endpoints of both. */
import { z } from 'zod'
import { saveAnswerBody, unitSchema, workedItemSchema } from '@/lib/annotation/annotations/contract'
import { noteSchema, replies, storableText } from '@/lib/annotation/comments/contract'
import { givenSuggestionSchema } from '@/lib/annotation/suggestions/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import type { Json } from '@/lib/protocols/protocol'
import { disagreementCauses, staleSchema } from '@/lib/workspace/tasks/contract'

const json: z.ZodType<Json> = z.json()
const answers = z.record(z.string(), z.record(z.string(), json))
const dateTime = z.iso.datetime()

/**
 * Who did something, without telling a third person who annotated: `lane` is an annotator of the task (by the letter of
 * their lane), `reviewer` anybody else, `agreement` nobody. Managers get `name`, and the hours of lanes, with the gold.
 */
export const authorSchema = z.object({
  kind: z.enum(['you', 'lane', 'reviewer', 'agreement']),
  lane: z.string().nullable(),
  name: z.string().nullable(),
})
export type Author = z.infer<typeof authorSchema>

const commentSchema = noteSchema.extend({ createdAt: dateTime.nullable(), author: authorSchema })

export const laneSchema = z.object({
  /** A letter; it changes from task to task and tells nothing about the person. */
  id: z.string(),
  /** Is it the reader's own? */
  own: z.boolean(),
  name: z.string().nullable(),
  /** The frozen answers to the questions that were asked of this annotator. */
  answers,
  /** What the annotator listed, by the keys that settled lists name, each with its text. */
  listed: z.array(z.object({ unit: z.string(), question: z.string(), key: z.string(), text: z.string() })),
})
export type Lane = z.infer<typeof laneSchema>

/** How a value came to stand. `single`: only one annotator had a say. `merged`: lists put together. */
export const settledSchema = z.object({
  unit: z.string(),
  question: z.string(),
  value: json,
  how: z.enum(['agreed', 'single', 'merged', 'lane', 'edited', 'majority', 'discussed', 'imported']),
  lane: z.string().nullable(),
  by: authorSchema,
  at: dateTime.nullable(),
  reason: z.string(),
})
export type SettledValue = z.infer<typeof settledSchema>

export const openSchema = z.object({
  unit: z.string(),
  question: z.string(),
  kind: z.enum(['decide', 'wording']),
  values: z.array(z.object({ lane: z.string(), value: json })),
})

export const disagreementSchema = z.object({
  unit: z.string(),
  question: z.string(),
  cause: z.enum(disagreementCauses).nullable(),
  /** The value under discussion; null while nothing is proposed. */
  proposal: json,
  /** The annotators' answers to this very proposal, the latest of each. */
  replies: z.array(z.object({ lane: z.string(), own: z.boolean(), reply: z.enum(replies) })),
})
export type DisagreementView = z.infer<typeof disagreementSchema>

/** Everything that the consolidation of one task shows. Questions are functions: find them in the protocol by its id. */
export const consolidationSchema = z.object({
  /** Whose view it is: the reader. */
  userId: z.uuid(),
  taskId: z.uuid(),
  itemId: z.uuid(),
  projectId: z.uuid(),
  projectName: z.string(),
  protocolId: z.string(),
  stageKey: z.string(),
  state: z.enum(['consolidating', 'approving', 'gold']),
  round: z.number().int(),
  /** Give it back with every change: a change made on an older one is refused with 409. */
  revision: z.number().int(),
  item: workedItemSchema,
  /** The task's own, and those of the lists that are settled. */
  units: z.array(unitSchema),
  lanes: z.array(laneSchema),
  settled: z.array(settledSchema),
  open: z.array(openSchema),
  disagreements: z.array(disagreementSchema),
  comments: z.array(commentSchema),
  /** Where the annotators settle among themselves: does a third rater take part, and since when? */
  discussion: z.object({ thirdRater: z.enum(['always', 'deadlock']), calledAt: dateTime.nullable() }).nullable(),
  /** What somebody accepts, where they have said so; null: nothing of what has been said. */
  words: z.array(z.object({ unit: z.string(), question: z.string(), by: authorSchema, value: json })),
  /**
   * What machines or files proposed and annotators were given: to an annotator of the task what they were given themselves, to
   * everybody else what any of them was. Missing where that is nothing.
   */
  suggestions: z.array(givenSuggestionSchema).optional(),
  /** What newer gold of an earlier stage would change, until somebody settles that; missing where nothing is stale. */
  stale: staleSchema.optional(),
  /** Who would not approve what had been settled, and why; missing where nobody did, and once it has been confirmed again. */
  sentBack: z.object({ by: authorSchema, at: dateTime, comment: z.string() }).optional(),
  adjudicated: z.object({ by: authorSchema, at: dateTime }).nullable(),
  approved: z.object({ by: authorSchema, at: dateTime }).nullable(),
  abilities: z.object({
    comment: z.boolean(),
    reply: z.boolean(),
    discuss: z.boolean(),
    callThirdRater: z.boolean(),
    adjudicate: z.boolean(),
    approve: z.boolean(),
    sendBack: z.boolean(),
    settleStale: z.boolean().optional(),
    discard: z.boolean(),
  }),
})
export type ConsolidationView = z.infer<typeof consolidationSchema>
export type WordView = ConsolidationView['words'][number]

const params = z.object({ taskId: z.uuid() })
const revision = z.object({ expectedRevision: z.int32() })
const question = z.object({ unit: z.string().min(1).max(100), question: z.string().min(1).max(100) })
const value = saveAnswerBody.shape.value
const shared = { tag: 'consolidation', auth: 'actor', params, response: consolidationSchema } as const

export const getConsolidationEndpoint = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/tasks/{taskId}/consolidation',
  summary: 'Read a revealed task side by side: lanes, what is settled, what is open, the discussion',
})

export const resolveQuestionBody = revision.extend({
  ...question.shape,
  /** An annotator's value by the letter of their lane, or a value of one's own. */
  choice: z.union([z.strictObject({ lane: z.string() }), z.strictObject({ value })]),
  /** Needed where the value is nobody's. */
  reason: storableText.default(''),
})
export type ResolveQuestion = z.output<typeof resolveQuestionBody>

export const resolveQuestionEndpoint = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/tasks/{taskId}/resolutions',
  summary: 'Settle one question on one unit',
  body: resolveQuestionBody,
})

export const takeLaneBody = revision.extend({ unit: question.shape.unit, lane: z.string() })
export type TakeLane = z.output<typeof takeLaneBody>

export const takeLaneEndpoint = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/tasks/{taskId}/resolutions',
  summary: 'Settle everything that differs on one unit and its parts as one lane has it',
  body: takeLaneBody,
})

export const withdrawResolutionBody = revision.extend(question.shape)
export type WithdrawResolution = z.output<typeof withdrawResolutionBody>

export const withdrawResolutionEndpoint = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/tasks/{taskId}/resolutions',
  summary: 'Take back how a question was settled',
  body: withdrawResolutionBody,
})

export const setCauseBody = revision.extend({ ...question.shape, cause: z.enum(disagreementCauses).nullable() })
export type SetCause = z.output<typeof setCauseBody>

export const setCauseEndpoint = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/tasks/{taskId}/disagreements/cause',
  summary: 'Say why the annotators disagreed',
  body: setCauseBody,
})

export const proposeValueBody = revision.extend({
  ...question.shape,
  /** null takes the proposal back. */
  value,
  comment: storableText.default(''),
})
export type ProposeValue = z.output<typeof proposeValueBody>

export const proposeValueEndpoint = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/tasks/{taskId}/disagreements/proposal',
  summary: 'Propose a value to the annotators, before settling',
  body: proposeValueBody,
})

export const replyToProposalBody = question
  .extend({
    /** The value replied to: a reply to a proposal that has changed since is refused with 409. */
    value,
    reply: z.enum(replies),
    comment: storableText.default(''),
  })
  .refine(({ reply, comment }) => reply === 'accept' || comment !== '', {
    path: ['comment'],
    message: 'Say in a sentence what speaks against it.',
  })
export type ReplyToProposal = z.output<typeof replyToProposalBody>

export const replyToProposalEndpoint = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/tasks/{taskId}/disagreements/proposal',
  summary: 'Accept a proposed value or object to it, as an annotator of the task',
  body: replyToProposalBody,
})

export const adjudicateTaskEndpoint = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/tasks/{taskId}/adjudicate',
  summary: 'Confirm the whole item, with nothing left open',
  body: revision,
})

export const approveTaskEndpoint = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/tasks/{taskId}/approve',
  summary: 'Approve what another reviewer settled: it becomes gold',
  body: revision,
})

export const refuseApprovalBody = revision.extend({ comment: storableText.min(1, 'Say why, in a sentence.') })
export type RefuseApproval = z.output<typeof refuseApprovalBody>

export const refuseApprovalEndpoint = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/tasks/{taskId}/refuse',
  summary: 'Send a settled item back to be settled again, with a comment',
  body: refuseApprovalBody,
})

/** The kinds of work at the desk whose time is counted. */
export const deskWorks = ['discussion', 'adjudication', 'approval'] as const
export type DeskWork = (typeof deskWorks)[number]

export const countDeskTimeEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/desk-time',
  summary: 'Count your active time at a revealed task: discussing, settling or approving it',
  tag: 'consolidation',
  auth: 'actor',
  params,
  body: z.object({
    work: z.enum(deskWorks),
    /** Seconds of use since the last call; at most ten minutes count. */
    activeSeconds: z.number().int().min(1).max(600),
  }),
  response: 'empty',
})
