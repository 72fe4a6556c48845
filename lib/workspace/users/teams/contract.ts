/** Teams: named groups of people, used in several projects. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'
import { roleSchema } from '@/lib/workspace/users/members/contract'

const MOST_PEOPLE = 200

const seenPerson = z.object({ userId: z.uuid(), name: z.string() })

export const teamSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Every manager of a project may use it. */
  shared: z.boolean(),
  createdBy: z.string(),
  /** Those of its people whom the reader sees, and how many others there are. */
  people: z.array(seenPerson),
  others: z.number().int(),
  /** Of the projects that the reader manages, those it works on. */
  projects: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** May the reader change it? */
  mayChange: z.boolean(),
})
export type Team = z.infer<typeof teamSchema>

export const teamListSchema = z.object({
  teams: z.array(teamSchema),
  /** Whom the reader may put into a team. Addresses are for managers of theirs. */
  people: z.array(seenPerson.extend({ email: z.string().nullable() })),
  abilities: z.object({ share: z.boolean() }),
})
export type TeamList = z.infer<typeof teamListSchema>

const nameSchema = nameText('Write a name.', 80)
const idsSchema = z.array(z.uuid()).max(MOST_PEOPLE, `At most ${MOST_PEOPLE} people.`)

export const createTeamBody = z.object({
  name: nameSchema,
  userIds: idsSchema.default([]),
  shared: z.boolean().default(false),
})
export type CreateTeam = z.output<typeof createTeamBody>

/** People are added and removed one by one: those whom the reader does not see stay. */
export const updateTeamBody = z
  .object({
    name: nameSchema.optional(),
    shared: z.boolean().optional(),
    add: idsSchema.default([]),
    remove: idsSchema.default([]),
  })
  .refine(
    ({ name, shared, add, remove }) => name !== undefined || shared !== undefined || add.length + remove.length > 0,
    'Nothing to change.',
  )
export type UpdateTeam = z.output<typeof updateTeamBody>

export const projectTeamSchema = z.object({
  teamId: z.uuid(),
  name: z.string(),
  /** What its people become. */
  role: roleSchema,
  /** Those of it who are members. */
  userIds: z.array(z.uuid()),
  /** What has changed in the team since: who would join, of whom the reader sees some, and who would leave. */
  changes: z
    .object({
      fingerprint: z.string(),
      join: z.object({ people: z.array(seenPerson), others: z.number().int() }),
      leave: z.array(seenPerson),
    })
    .nullable(),
})
export type ProjectTeam = z.infer<typeof projectTeamSchema>

export const projectTeamsSchema = z.object({
  teams: z.array(projectTeamSchema),
  /** Teams that could be added. */
  available: z.array(z.object({ teamId: z.uuid(), name: z.string(), size: z.number().int() })),
})
export type ProjectTeams = z.infer<typeof projectTeamsSchema>

const teamParams = z.object({ teamId: z.uuid() })
const projectParams = z.object({ projectId: z.uuid() })
const projectTeamParams = z.object({ projectId: z.uuid(), teamId: z.uuid() })
const tag = 'teams'
const counts = z.object({ joined: z.number().int(), left: z.number().int() })

export const listTeamsEndpoint = endpoint({
  method: 'GET',
  path: '/api/teams',
  summary: 'Teams that you may use, and whom you may put into one (managers of a project, administrators)',
  tag,
  auth: 'actor',
  response: teamListSchema,
})

export const createTeamEndpoint = endpoint({
  method: 'POST',
  path: '/api/teams',
  summary: 'Make a team of people whom you see',
  tag,
  auth: 'actor',
  body: createTeamBody,
  response: z.object({ id: z.uuid() }),
})

export const updateTeamEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/teams/{teamId}',
  summary: 'Rename a team, share it, add and remove people; projects are offered the change',
  tag,
  auth: 'actor',
  params: teamParams,
  body: updateTeamBody,
  response: 'empty',
})

export const deleteTeamEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/teams/{teamId}',
  summary: 'Delete a team; its people stay members of their projects',
  tag,
  auth: 'actor',
  params: teamParams,
  response: 'empty',
})

export const listProjectTeamsEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/teams',
  summary: 'The teams of a project, with what has changed in them since (managers)',
  tag,
  auth: 'actor',
  params: projectParams,
  response: projectTeamsSchema,
})

export const addProjectTeamEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/teams',
  summary: 'Add a team: its active people become members, who is one already stays as they are',
  tag,
  auth: 'actor',
  params: projectParams,
  body: z.object({ teamId: z.uuid(), role: roleSchema }),
  response: z.object({ joined: z.number().int(), already: z.number().int() }),
})
export type AddProjectTeam = z.output<NonNullable<typeof addProjectTeamEndpoint.body>>

export const takeTeamChangesEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/teams/{teamId}/changes',
  summary: 'Take over what has changed in a team, exactly as it was shown',
  tag,
  auth: 'actor',
  params: projectTeamParams,
  body: z.object({ fingerprint: z.string().min(1).max(100) }),
  response: counts,
})

export const removeProjectTeamEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/projects/{projectId}/teams/{teamId}',
  summary: 'Take a team out of a project; its people stay members',
  tag,
  auth: 'actor',
  params: projectTeamParams,
  response: 'empty',
})
