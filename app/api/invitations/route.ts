import { handle } from '@/lib/server/handle'
import { createInvitationEndpoint, listInvitationsEndpoint } from '@/lib/users/invitations/contract'
import { createInvitation } from '@/lib/users/invitations/create-invitation'
import { listInvitations } from '@/lib/users/invitations/queries'

export const GET = handle(listInvitationsEndpoint, ({ actor, query }) =>
  listInvitations(actor, query.projectId ?? null),
)
export const POST = handle(createInvitationEndpoint, ({ actor, body }) => createInvitation(actor, body))
