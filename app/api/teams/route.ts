import { handle } from '@/lib/platform/server/handle'
import { createTeamEndpoint, listTeamsEndpoint } from '@/lib/workspace/users/teams/contract'
import { createTeam } from '@/lib/workspace/users/teams/create-team'
import { listTeams } from '@/lib/workspace/users/teams/queries'

export const GET = handle(listTeamsEndpoint, ({ actor }) => listTeams(actor))
export const POST = handle(createTeamEndpoint, ({ actor, body }) => createTeam(actor, body))
