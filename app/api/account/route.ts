import { handle } from '@/lib/server/handle'
import { getAccountEndpoint, renameEndpoint } from '@/lib/users/contract'
import { getAccount } from '@/lib/users/queries'
import { renameUser } from '@/lib/users/rename-user'

export const GET = handle(getAccountEndpoint, ({ actor }) => getAccount(actor))
export const PATCH = handle(renameEndpoint, ({ actor, body }) => renameUser(actor, body.name))
