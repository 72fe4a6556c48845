import { handle } from '@/lib/server/handle'
import { createResetEndpoint } from '@/lib/users/contract'
import { createReset } from '@/lib/users/create-reset'

export const POST = handle(createResetEndpoint, ({ actor, params }) => createReset(actor, params.userId))
