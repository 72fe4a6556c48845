import { handle } from '@/lib/server/handle'
import { clientAddress } from '@/lib/server/throttle'
import { acceptInvitation } from '@/lib/users/invitations/accept-invitation'
import { acceptInvitationEndpoint } from '@/lib/users/invitations/contract'

export const POST = handle(acceptInvitationEndpoint, ({ actor, body, request }) =>
  acceptInvitation(actor, body, clientAddress(request.headers.get('x-forwarded-for'))),
)
