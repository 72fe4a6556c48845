import { handle } from '@/lib/server/handle'
import { revokeInvitationEndpoint } from '@/lib/users/invitations/contract'
import { revokeInvitation } from '@/lib/users/invitations/revoke-invitation'

export const DELETE = handle(revokeInvitationEndpoint, ({ actor, params }) =>
  revokeInvitation(actor, params.invitationId),
)
