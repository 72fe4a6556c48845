/** Members: who works on a project, in which role, and how much they take from the queue. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'
import { emailSchema } from '@/lib/workspace/users/contract'

export const roles = ['manager', 'annotator', 'reviewer', 'viewer'] as const
export const roleSchema = z.enum(roles)
export type Role = z.infer<typeof roleSchema>

/** The word and the meaning of each role, for people. */
export const ROLE_TEXT: Record<Role, { name: string; means: string }> = {
  manager: { name: 'Manager', means: 'Imports, assigns, decides, exports; sees everything.' },
  annotator: { name: 'Annotator', means: 'Answers alone; sees others’ answers once all have submitted.' },
  reviewer: { name: 'Reviewer', means: 'Settles disagreements and approves; sees items and agreement.' },
  viewer: { name: 'Viewer', means: 'Reads gold, agreement and exports; changes nothing.' },
}

const quotaSchema = z.number().int().min(0).max(1_000_000).nullable()

const takenWords = z
  .array(nameText('Write a word, or leave it out.', 100))
  .max(50, 'At most 50.')
  .overwrite((words) => [...new Set(words)].toSorted())
/** What somebody takes when work is given out by rule; an empty list is everything. */
export const takesSchema = z.object({ domains: takenWords, tags: takenWords, languages: takenWords })
export type Takes = z.infer<typeof takesSchema>

export const memberSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  /** Managers only. */
  email: z.string().nullable(),
  role: roleSchema,
  /** The most assignments this person takes from the queue; null is no limit. */
  quota: quotaSchema,
  takes: takesSchema,
  active: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Member = z.infer<typeof memberSchema>

export const memberListSchema = z.object({
  members: z.array(memberSchema),
  abilities: z.object({ manage: z.boolean() }),
})
export type MemberList = z.infer<typeof memberListSchema>

export const addMemberBody = z.object({ email: emailSchema, role: roleSchema, quota: quotaSchema.default(null) })
export type AddMember = z.output<typeof addMemberBody>
export const updateMemberBody = z
  .object({ role: roleSchema.optional(), quota: quotaSchema.optional(), takes: takesSchema.optional() })
  .refine(({ role, quota, takes }) => [role, quota, takes].some((field) => field !== undefined), 'Nothing to change.')
export type UpdateMember = z.output<typeof updateMemberBody>

export const MOST_TOGETHER = 500
const chosenFields = { quota: quotaSchema, ...takesSchema.shape }
/** Of many members at once: what is left out stays as it is. */
export const updateMembersBody = z.object({
  people: z
    .array(
      z.object({
        userId: z.uuid(),
        /** As whoever changes it saw it: where it is another by now, nothing is changed. */
        seen: z.object(chosenFields),
      }),
    )
    .min(1, 'Choose at least one person.')
    .max(MOST_TOGETHER, `At most ${MOST_TOGETHER} people at once.`)
    .refine((people) => new Set(people.map(({ userId }) => userId)).size === people.length, 'Name each person once.'),
  change: z
    .object(chosenFields)
    .partial()
    .refine((change) => Object.values(change).some((value) => value !== undefined), 'Choose what to set.')
    .meta({ examples: [{ quota: 20 }] }),
})
export type UpdateMembers = z.output<typeof updateMembersBody>

const projectParams = z.object({ projectId: z.uuid() })
const memberParams = z.object({ projectId: z.uuid(), userId: z.uuid() })
const tag = 'members'

export const listMembersEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/members',
  summary: 'The members of a project (managers and reviewers)',
  tag,
  auth: 'actor',
  params: projectParams,
  response: memberListSchema,
})

export const addMemberEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/members',
  summary: 'Add somebody who has an account, by e-mail',
  tag,
  auth: 'actor',
  params: projectParams,
  body: addMemberBody,
  response: memberSchema,
})

export const updateMemberEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/projects/{projectId}/members/{userId}',
  summary: 'Change the role or the quota of a member, or what they take when work is given out by rule',
  tag,
  auth: 'actor',
  params: memberParams,
  body: updateMemberBody,
  response: memberSchema,
})

export const updateMembersEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/projects/{projectId}/members',
  summary:
    'Change the quota of many members at once, or what they take by rule; all of it or, where one has changed since, nothing',
  tag,
  auth: 'actor',
  params: projectParams,
  body: updateMembersBody,
  response: z.object({ changed: z.number().int() }),
})

export const removeMemberEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/projects/{projectId}/members/{userId}',
  summary: 'Remove a member from a project; open assignments go back, answers stay',
  tag,
  auth: 'actor',
  params: memberParams,
  response: 'empty',
})
