import { handle } from '@/lib/platform/server/handle'
import { listUsersEndpoint } from '@/lib/workspace/users/contract'
import { listUsers } from '@/lib/workspace/users/queries'

export const GET = handle(listUsersEndpoint, ({ actor, query }) => listUsers(actor, query))
