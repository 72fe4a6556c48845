/** Who has practised, for managers, and who may begin without it. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { practiceStates } from '@/lib/quality/practice/contract'
import { roleSchema } from '@/lib/workspace/users/members/contract'

/** One person in one stage. Whether they have begun a task of it is not said: a partner could read it. */
const personStageSchema = z.object({
  stage: z.string(),
  /** So many of its items were answered. */
  tried: z.int(),
  /** All attempts at them. */
  attempts: z.int(),
  state: z.enum(practiceStates),
  lastAt: z.iso.datetime().nullable(),
})
export type PersonStage = z.infer<typeof personStageSchema>

const practisingPersonSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  role: roleSchema,
  stages: z.array(personStageSchema),
  /** They may begin without practice; null where nobody said so. */
  waiver: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime() }).nullable(),
})
export type PractisingPerson = z.infer<typeof practisingPersonSchema>

export const practicePeopleSchema = z.object({
  required: z.boolean(),
  /** The stages that have items, with how many. `hasBars`: a bar can be missed there. */
  stages: z.array(z.object({ key: z.string(), title: z.string(), items: z.int(), hasBars: z.boolean() })),
  /** Of the members who may annotate, by name, those of the page. */
  people: z.array(practisingPersonSchema),
  /** All of them. */
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
})
export type PracticePeople = z.infer<typeof practicePeopleSchema>

const common = { tag: 'practice', auth: 'actor' } as const
const waiverParams = z.object({ projectId: z.uuid(), userId: z.uuid() })

export const listPracticePeopleEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/practice-people',
  summary: 'Who has practised, by person and stage, page by page, and who may begin without; for managers',
  params: z.object({ projectId: z.uuid() }),
  query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  response: practicePeopleSchema,
})

export const waivePracticeEndpoint = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/projects/{projectId}/practice-waivers/{userId}',
  summary: 'Let a member begin without the practice that the project asks for, with a reason',
  params: waiverParams,
  body: z.object({ reason: z.string().trim().min(3, 'Say why, in a few words.').max(500) }),
  response: 'empty',
})

export const withdrawPracticeWaiverEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{projectId}/practice-waivers/{userId}',
  summary: 'Withdraw such a waiver',
  params: waiverParams,
  response: 'empty',
})
