import { handle } from '@/lib/platform/server/handle'
import { renewInvitationEndpoint } from '@/lib/workspace/users/invitations/contract'
import { renewInvitation } from '@/lib/workspace/users/invitations/renew-invitation'

export const POST = handle(renewInvitationEndpoint, ({ actor, params, body }) =>
  renewInvitation(actor, params.invitationId, body),
)
