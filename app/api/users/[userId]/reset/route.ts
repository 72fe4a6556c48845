import { handle } from '@/lib/platform/server/handle'
import { createResetEndpoint } from '@/lib/workspace/users/contract'
import { createReset } from '@/lib/workspace/users/create-reset'

export const POST = handle(createResetEndpoint, ({ actor, params }) => createReset(actor, params.userId))
