import { handle } from '@/lib/platform/server/handle'
import { createInvitationEndpoint, listInvitationsEndpoint } from '@/lib/workspace/users/invitations/contract'
import { createInvitation } from '@/lib/workspace/users/invitations/create-invitation'
import { listInvitations } from '@/lib/workspace/users/invitations/queries'

export const GET = handle(listInvitationsEndpoint, ({ actor, query }) =>
  listInvitations(actor, query.projectId ?? null, query),
)
export const POST = handle(createInvitationEndpoint, ({ actor, body }) => createInvitation(actor, body))
