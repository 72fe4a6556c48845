/** What waits for a reviewer, an approver, or an annotator's word. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

const reviewTask = z.object({
  taskId: z.uuid(),
  position: z.number().int(),
  title: z.string(),
  domain: z.string().nullable(),
  round: z.number().int(),
  disagreements: z.number().int(),
  /** Since when it waits. */
  since: z.iso.datetime(),
})

/** For those who settle and approve: only items of this domain, and with this tag. */
export const reviewQuerySchema = z.object({
  domain: z.string().max(200).optional(),
  tag: z.string().max(60).optional(),
})
export type ReviewQuery = z.output<typeof reviewQuerySchema>

export const reviewSchema = z.object({
  /** Is the reader one who settles and approves? */
  reviews: z.boolean(),
  /** `waiting`: a proposal on it is still without an answer from every annotator. */
  toSettle: z.object({ total: z.number().int(), tasks: z.array(reviewTask.extend({ waiting: z.boolean() })) }),
  toApprove: z.object({ total: z.number().int(), tasks: z.array(reviewTask) }),
  /** The reader's own items that are being settled; `asked` is the number of proposals waiting for their answer. */
  discussions: z.array(reviewTask.extend({ asked: z.number().int() })),
})
export type Review = z.infer<typeof reviewSchema>
export type ReviewTask = z.infer<typeof reviewTask>

export const listReviewEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/review',
  summary: 'What you may settle, what you may approve, and where your word is asked for',
  tag: 'consolidation',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  query: reviewQuerySchema,
  response: reviewSchema,
})
