/** Invitations: links, for one or several people, that make an account, a membership, or both. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { alikeSchema, emailSchema, linkSchema, newAccountBody } from '@/lib/workspace/users/contract'
import { type Role, roleSchema } from '@/lib/workspace/users/members/contract'

/** The most addresses invited at once. */
export const MOST_AT_ONCE = 200

export const invitationStates = ['open', 'used', 'expired', 'withdrawn'] as const

/** What a link gives to whom. */
export const offerSchema = z.object({
  id: z.uuid(),
  /** Only this address can accept. */
  email: z.string().nullable(),
  /** Only addresses of this domain can accept. */
  emailDomain: z.string().nullable(),
  isAdmin: z.boolean(),
  /** Also gives the right to create projects. */
  canCreateProjects: z.boolean(),
  project: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  role: roleSchema.nullable(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Offer = z.infer<typeof offerSchema>

export const invitationSchema = offerSchema.extend({
  /** `expired` also where whoever made it may no longer invite. */
  state: z.enum(invitationStates),
  /** How many people the link lets in. */
  places: z.number().int(),
  /** How many came by it. */
  came: z.number().int(),
  /** The first of them, in this order. */
  people: z.array(z.object({ userId: z.uuid(), name: z.string(), at: z.iso.datetime() })),
})
export type Invitation = z.infer<typeof invitationSchema>
export const invitationListSchema = z.object({
  invitations: z.array(invitationSchema),
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
})
export type InvitationList = z.infer<typeof invitationListSchema>

const daysSchema = z.number('Write a number of days.').int().min(1, 'At least one day.').max(90, 'At most 90 days.')

/** "uni.example"; written with an @ before it, too. */
export const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^@/, ''))
  .pipe(
    z
      .string()
      .max(200)
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Write a domain, such as uni.example.'),
  )

const withRole = (body: { projectId?: string | undefined; role?: Role | undefined }) =>
  (body.projectId === undefined) === (body.role === undefined)

export const createInvitationBody = z
  .object({
    projectId: z.uuid().optional(),
    role: roleSchema.optional(),
    isAdmin: z.boolean().default(false),
    canCreateProjects: z.boolean().default(false),
    /** Only this address can accept; also lets its owner in through the identity provider. */
    email: emailSchema.optional(),
    /** Only addresses of this domain can accept. */
    emailDomain: domainSchema.optional(),
    /** How many people the link lets in. */
    places: z.number('Write how many people.').int().min(1, 'At least one.').max(1000, 'At most 1,000.').default(1),
    /** Days until the link expires. */
    days: daysSchema.default(7),
  })
  .refine(withRole, { path: ['role'], message: 'A project needs a role, and a role a project.' })
  .refine((body) => !body.email || body.places === 1, {
    path: ['places'],
    message: 'A link for one address is for one person.',
  })
  .refine((body) => body.places === 1 || !(body.isAdmin || body.canCreateProjects), {
    path: ['places'],
    message: 'Rights over the whole installation are given to one person at a time.',
  })
  .meta({ examples: [{ projectId: '018f4e2a-7c31-7b4e-9d2a-00031a2b4c5d', role: 'annotator', places: 12, days: 7 }] })
export type CreateInvitation = z.output<typeof createInvitationBody>

export const inviteManyBody = z
  .object({
    projectId: z.uuid().optional(),
    /** Each of them gets a link of their own. */
    people: z
      .array(z.object({ email: emailSchema, role: roleSchema.optional() }))
      .min(1, 'Name at least one address.')
      .max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} addresses at once.`),
    days: daysSchema.default(7),
  })
  .refine(({ projectId, people }) => people.every(({ role }) => withRole({ projectId, role })), {
    path: ['people'],
    message: 'A project needs a role for everybody, and a role a project.',
  })
  .refine(({ people }) => new Set(people.map(({ email }) => email)).size === people.length, {
    path: ['people'],
    message: 'Name each address once.',
  })
export type InviteMany = z.output<typeof inviteManyBody>

export const invitedManySchema = z.object({
  /** In the order asked for; shown this once. */
  links: z.array(z.object({ email: z.string(), role: roleSchema.nullable(), path: z.string() })),
  /** Who needs none: members already, or invited by a link that is open. */
  skipped: z.array(z.object({ email: z.string(), why: z.enum(['member', 'invited']) })),
  expiresAt: z.iso.datetime(),
})
export type InvitedMany = z.infer<typeof invitedManySchema>

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
  summary: 'Invitations to a project (managers), or all of them (administrators), newest first',
  tag,
  auth: 'actor',
  query: z.object({
    projectId: z.uuid().optional(),
    /** Those that are used up, expired or withdrawn, too? */
    show: z.enum(['open', 'all']).default('open'),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  response: invitationListSchema,
})

export const createInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/api/invitations',
  summary: 'Make an invitation link, for one or several people; it is shown once',
  tag,
  auth: 'actor',
  body: createInvitationBody,
  response: linkSchema,
})

export const inviteManyEndpoint = endpoint({
  method: 'POST',
  path: '/api/invitations/many',
  summary: 'Make a link for each of up to 200 addresses, all or none; they are shown once',
  tag,
  auth: 'actor',
  body: inviteManyBody,
  response: invitedManySchema,
})

export const renewInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/api/invitations/{invitationId}/renew',
  summary: 'Make another link for an invitation that is open or has expired; the link before it ends',
  tag,
  auth: 'actor',
  fails: ['gone'],
  params: z.object({ invitationId: z.uuid() }),
  body: z.object({ days: daysSchema.default(7) }),
  response: linkSchema,
})

export const revokeInvitationEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/invitations/{invitationId}',
  summary: 'Withdraw an open invitation',
  tag,
  auth: 'actor',
  fails: ['gone'],
  params: z.object({ invitationId: z.uuid() }),
  response: 'empty',
})

export const acceptInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Accept an invitation, with a new account or the one signed in with',
  tag,
  auth: 'public',
  fails: ['gone', 'unauthenticated'],
  body: acceptInvitationBody,
  response: acceptedSchema,
})
