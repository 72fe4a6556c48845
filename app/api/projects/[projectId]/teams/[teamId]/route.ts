import { handle } from '@/lib/platform/server/handle'
import { removeProjectTeamEndpoint } from '@/lib/workspace/users/teams/contract'
import { removeProjectTeam } from '@/lib/workspace/users/teams/remove-project-team'

export const DELETE = handle(removeProjectTeamEndpoint, ({ actor, params }) =>
  removeProjectTeam(actor, params.projectId, params.teamId),
)
