import { handle } from '@/lib/platform/server/handle'
import { clientAddress } from '@/lib/platform/server/throttle'
import { acceptInvitation } from '@/lib/workspace/users/invitations/accept-invitation'
import { acceptInvitationEndpoint } from '@/lib/workspace/users/invitations/contract'

export const POST = handle(acceptInvitationEndpoint, ({ actor, body, request }) =>
  acceptInvitation(actor, body, clientAddress(request.headers.get('x-forwarded-for'))),
)
