import { handle } from '@/lib/platform/server/handle'
import { inviteManyEndpoint } from '@/lib/workspace/users/invitations/contract'
import { inviteMany } from '@/lib/workspace/users/invitations/invite-many'

export const POST = handle(inviteManyEndpoint, ({ actor, body }) => inviteMany(actor, body))
