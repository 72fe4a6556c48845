import { handle } from '@/lib/platform/server/handle'
import { deactivateUserEndpoint } from '@/lib/workspace/users/contract'
import { deactivateUser } from '@/lib/workspace/users/deactivate-user'

export const POST = handle(deactivateUserEndpoint, ({ actor, params }) => deactivateUser(actor, params.userId))
