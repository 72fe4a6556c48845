import { handle } from '@/lib/platform/server/handle'
import { addProjectTeam } from '@/lib/workspace/users/teams/add-project-team'
import { addProjectTeamEndpoint, listProjectTeamsEndpoint } from '@/lib/workspace/users/teams/contract'
import { listProjectTeams } from '@/lib/workspace/users/teams/queries'

export const GET = handle(listProjectTeamsEndpoint, ({ actor, params }) => listProjectTeams(actor, params.projectId))
export const POST = handle(addProjectTeamEndpoint, ({ actor, params, body }) =>
  addProjectTeam(actor, params.projectId, body),
)
