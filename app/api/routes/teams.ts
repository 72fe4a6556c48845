import { handle, type Route } from '@/lib/platform/server/handle'
import { addProjectTeam } from '@/lib/workspace/users/teams/add-project-team'
import {
  addProjectTeamEndpoint,
  createTeamEndpoint,
  deleteTeamEndpoint,
  listProjectTeamsEndpoint,
  listTeamsEndpoint,
  removeProjectTeamEndpoint,
  takeTeamChangesEndpoint,
  updateTeamEndpoint,
} from '@/lib/workspace/users/teams/contract'
import { createTeam } from '@/lib/workspace/users/teams/create-team'
import { deleteTeam } from '@/lib/workspace/users/teams/delete-team'
import { listProjectTeams, listTeams } from '@/lib/workspace/users/teams/queries'
import { removeProjectTeam } from '@/lib/workspace/users/teams/remove-project-team'
import { takeTeamChanges } from '@/lib/workspace/users/teams/take-team-changes'
import { updateTeam } from '@/lib/workspace/users/teams/update-team'

export const routes: readonly Route[] = [
  handle(listProjectTeamsEndpoint, ({ actor, params }) => listProjectTeams(actor, params.projectId)),
  handle(addProjectTeamEndpoint, ({ actor, params, body }) => addProjectTeam(actor, params.projectId, body)),
  handle(removeProjectTeamEndpoint, ({ actor, params }) => removeProjectTeam(actor, params.projectId, params.teamId)),
  handle(takeTeamChangesEndpoint, ({ actor, params, body }) =>
    takeTeamChanges(actor, params.projectId, params.teamId, body.fingerprint),
  ),
  handle(listTeamsEndpoint, ({ actor }) => listTeams(actor)),
  handle(createTeamEndpoint, ({ actor, body }) => createTeam(actor, body)),
  handle(deleteTeamEndpoint, ({ actor, params }) => deleteTeam(actor, params.teamId)),
  handle(updateTeamEndpoint, ({ actor, params, body }) => updateTeam(actor, params.teamId, body)),
]
