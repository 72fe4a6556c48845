import { handle } from '@/lib/server/handle'
import { listUsersEndpoint } from '@/lib/users/contract'
import { listUsers } from '@/lib/users/queries'

export const GET = handle(listUsersEndpoint, ({ actor, query }) => listUsers(actor, query))
