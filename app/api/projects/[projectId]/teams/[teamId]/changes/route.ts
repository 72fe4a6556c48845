import { handle } from '@/lib/platform/server/handle'
import { takeTeamChangesEndpoint } from '@/lib/workspace/users/teams/contract'
import { takeTeamChanges } from '@/lib/workspace/users/teams/take-team-changes'

export const POST = handle(takeTeamChangesEndpoint, ({ actor, params, body }) =>
  takeTeamChanges(actor, params.projectId, params.teamId, body.fingerprint),
)
