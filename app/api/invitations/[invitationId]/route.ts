import { handle } from '@/lib/platform/server/handle'
import { revokeInvitationEndpoint } from '@/lib/workspace/users/invitations/contract'
import { revokeInvitation } from '@/lib/workspace/users/invitations/revoke-invitation'

export const DELETE = handle(revokeInvitationEndpoint, ({ actor, params }) =>
  revokeInvitation(actor, params.invitationId),
)
