/** Invitations: one-time links that make an account, a membership, or both. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { alikeSchema, emailSchema, linkSchema, newAccountBody } from '@/lib/workspace/users/contract'
import { roleSchema } from '@/lib/workspace/users/members/contract'

/** An invitation that can still be accepted. */
export const invitationSchema = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  isAdmin: z.boolean(),
  /** Also gives the right to create projects. */
  canCreateProjects: z.boolean(),
  project: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  role: roleSchema.nullable(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Invitation = z.infer<typeof invitationSchema>
export const invitationListSchema = z.object({ invitations: z.array(invitationSchema) })

export const createInvitationBody = z
  .object({
    projectId: z.uuid().optional(),
    role: roleSchema.optional(),
    isAdmin: z.boolean().default(false),
    canCreateProjects: z.boolean().default(false),
    /** Only this address can accept; also lets its owner in through the identity provider. */
    email: emailSchema.optional(),
    /** Days until the link expires. */
    days: z.number().int().min(1).max(90).default(7),
  })
  .refine((body) => (body.projectId === undefined) === (body.role === undefined), {
    path: ['role'],
    message: 'A project needs a role, and a role a project.',
  })
export type CreateInvitation = z.output<typeof createInvitationBody>

export const acceptInvitationBody = z.object({
  token: z.string().max(200),
  /** Left out by somebody who is signed in: they join with their account. */
  account: newAccountBody.optional(),
})
export type AcceptInvitation = z.output<typeof acceptInvitationBody>

/** Where to go after accepting. */
export const acceptedSchema = z.object({ projectId: z.uuid().nullable() }).extend(alikeSchema.shape)
export type Accepted = z.infer<typeof acceptedSchema>

const tag = 'users'

export const listInvitationsEndpoint = endpoint({
  method: 'GET',
  path: '/api/invitations',
  summary: 'Open invitations to a project (managers), or all of them (administrators)',
  tag,
  auth: 'actor',
  query: z.object({ projectId: z.uuid().optional() }),
  response: invitationListSchema,
})

export const createInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/api/invitations',
  summary: 'Make an invitation link; it is shown once',
  tag,
  auth: 'actor',
  body: createInvitationBody,
  response: linkSchema,
})

export const revokeInvitationEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/invitations/{invitationId}',
  summary: 'Withdraw an open invitation',
  tag,
  auth: 'actor',
  params: z.object({ invitationId: z.uuid() }),
  response: 'empty',
})

export const acceptInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Accept an invitation, with a new account or the one signed in with',
  tag,
  auth: 'public',
  body: acceptInvitationBody,
  response: acceptedSchema,
})
