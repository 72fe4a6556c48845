import { openPreparedEndpoint } from '@/lib/items/contract'
import { openPrepared } from '@/lib/items/open-prepared'
import { handle } from '@/lib/server/handle'

export const POST = handle(openPreparedEndpoint, ({ actor, params }) => openPrepared(actor, params.projectId))
