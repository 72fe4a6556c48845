import { handle } from '@/lib/server/handle'
import { reactivateUserEndpoint } from '@/lib/users/contract'
import { reactivateUser } from '@/lib/users/reactivate-user'

export const POST = handle(reactivateUserEndpoint, ({ actor, params }) => reactivateUser(actor, params.userId))
