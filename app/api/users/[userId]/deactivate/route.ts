import { handle } from '@/lib/server/handle'
import { deactivateUserEndpoint } from '@/lib/users/contract'
import { deactivateUser } from '@/lib/users/deactivate-user'

export const POST = handle(deactivateUserEndpoint, ({ actor, params }) => deactivateUser(actor, params.userId))
