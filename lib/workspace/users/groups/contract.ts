/** Groups of the identity provider, and what somebody in one gets here at sign-in. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { roleSchema } from '@/lib/workspace/users/members/contract'

const groupSchema = z.string().trim().min(1, 'Write the name of a group.').max(200, 'At most 200 characters.')

export const mappingSchema = z.object({
  id: z.uuid(),
  group: z.string(),
  gives: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('project'), project: z.object({ id: z.uuid(), name: z.string() }), role: roleSchema }),
    z.object({ kind: z.literal('team'), team: z.object({ id: z.uuid(), name: z.string() }) }),
    z.object({ kind: z.literal('administrator') }),
  ]),
  /** How many people have something by it. */
  people: z.number().int(),
})
export type GroupMapping = z.infer<typeof mappingSchema>

export const mappingListSchema = z.object({
  mappings: z.array(mappingSchema),
  /** The claim that names groups; null: the operator has named none, and nothing is mapped. */
  claim: z.string().nullable(),
  projects: z.array(z.object({ id: z.uuid(), name: z.string() })),
  teams: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type MappingList = z.infer<typeof mappingListSchema>

export const createMappingBody = z.union([
  z.strictObject({ group: groupSchema, projectId: z.uuid(), role: roleSchema }),
  z.strictObject({ group: groupSchema, teamId: z.uuid() }),
  z.strictObject({ group: groupSchema, administrator: z.literal(true) }),
])
export type CreateMapping = z.output<typeof createMappingBody>

const tag = 'users'

export const listMappingsEndpoint = endpoint({
  method: 'GET',
  path: '/api/group-mappings',
  summary: 'What groups of the identity provider give (administrators)',
  tag,
  auth: 'actor',
  response: mappingListSchema,
})

export const createMappingEndpoint = endpoint({
  method: 'POST',
  path: '/api/group-mappings',
  summary:
    'Let a group of the identity provider give a role in a project, a place in a team, or administration, at sign-in',
  tag,
  auth: 'session',
  body: createMappingBody,
  response: z.object({ id: z.uuid() }),
})

export const deleteMappingEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/group-mappings/{mappingId}',
  summary: 'Delete a mapping; what it gave ends at the next sign-in of each',
  tag,
  auth: 'session',
  params: z.object({ mappingId: z.uuid() }),
  response: 'empty',
})
