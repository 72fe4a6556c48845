import { handle } from '@/lib/platform/server/handle'
import { getAccountEndpoint, renameEndpoint } from '@/lib/workspace/users/contract'
import { getAccount } from '@/lib/workspace/users/queries'
import { renameUser } from '@/lib/workspace/users/rename-user'

export const GET = handle(getAccountEndpoint, ({ actor }) => getAccount(actor))
export const PATCH = handle(renameEndpoint, ({ actor, body }) => renameUser(actor, body.name))
