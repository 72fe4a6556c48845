import { handle } from '@/lib/platform/server/handle'
import { deleteTeamEndpoint, updateTeamEndpoint } from '@/lib/workspace/users/teams/contract'
import { deleteTeam } from '@/lib/workspace/users/teams/delete-team'
import { updateTeam } from '@/lib/workspace/users/teams/update-team'

export const PATCH = handle(updateTeamEndpoint, ({ actor, params, body }) => updateTeam(actor, params.teamId, body))
export const DELETE = handle(deleteTeamEndpoint, ({ actor, params }) => deleteTeam(actor, params.teamId))
