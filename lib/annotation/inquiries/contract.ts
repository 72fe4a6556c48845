/** Questions that annotators put to their managers about a task, which is set aside until one is answered. */
import { z } from 'zod'
import { storableText } from '@/lib/annotation/comments/contract'
import { endpoint } from '@/lib/platform/api/endpoint'

const params = z.object({ taskId: z.uuid() })
const projectParams = z.object({ projectId: z.uuid() })
/** The most characters of a question or an answer. */
export const LONGEST_INQUIRY = 2000

/** A question as its annotator sees it. Nobody else's is ever beside it. */
export const ownInquirySchema = z.object({
  id: z.uuid(),
  question: z.string(),
  askedAt: z.iso.datetime(),
  /** null while it waits, and the task with it. */
  answer: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
})
export type OwnInquiry = z.infer<typeof ownInquirySchema>

export const askManagerBody = z.object({
  /** Drawn by the sender: sent again, it is the same question. */
  inquiryId: z.uuid(),
  question: storableText.min(3, 'Write your question.').max(LONGEST_INQUIRY),
})
export type AskManager = z.output<typeof askManagerBody>

export const askManagerEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/inquiries',
  summary: 'Set a task of yours aside with a question to the managers of its project',
  tag: 'assignments',
  auth: 'actor',
  params,
  body: askManagerBody,
  response: 'empty',
})

export const withdrawInquiryEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/inquiries/{inquiryId}/withdraw',
  summary: 'Withdraw a question of yours that is not answered: the task is among your open ones again',
  tag: 'assignments',
  auth: 'actor',
  params: params.extend({ inquiryId: z.uuid() }),
  response: 'empty',
})

/** A question as managers see it. */
export const inquirySchema = z.object({
  id: z.uuid(),
  /** Of the item that the task is about. */
  itemId: z.uuid(),
  position: z.number().int(),
  title: z.string(),
  stageTitle: z.string(),
  by: z.string(),
  question: z.string(),
  askedAt: z.iso.datetime(),
  answer: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  answeredBy: z.string().nullable(),
})
export type Inquiry = z.infer<typeof inquirySchema>

export const inquiryStates = ['waiting', 'answered'] as const

export const listInquiriesEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/inquiries',
  summary: 'Questions of annotators to the managers; those who read one can no longer be given its task',
  tag: 'assignments',
  auth: 'actor',
  params: projectParams,
  query: z.object({
    state: z.enum(inquiryStates).default('waiting'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  response: z.object({
    inquiries: z.array(inquirySchema),
    /** How many there are in each state. */
    counts: z.object({ waiting: z.number().int(), answered: z.number().int() }),
    pageSize: z.number().int(),
  }),
})
export type Inquiries = z.infer<typeof listInquiriesEndpoint.response>

export const answerInquiryEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/inquiries/{inquiryId}/answer',
  summary: 'Answer a question: the task goes back to the person who asked',
  tag: 'assignments',
  auth: 'actor',
  params: projectParams.extend({ inquiryId: z.uuid() }),
  body: z.object({ answer: storableText.min(1, 'Write an answer.').max(LONGEST_INQUIRY) }),
  response: 'empty',
})
