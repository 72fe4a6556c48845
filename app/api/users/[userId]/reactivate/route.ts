import { handle } from '@/lib/platform/server/handle'
import { reactivateUserEndpoint } from '@/lib/workspace/users/contract'
import { reactivateUser } from '@/lib/workspace/users/reactivate-user'

export const POST = handle(reactivateUserEndpoint, ({ actor, params }) => reactivateUser(actor, params.userId))
