import { handle } from '@/lib/platform/server/handle'
import { openPreparedEndpoint } from '@/lib/workspace/items/contract'
import { openPrepared } from '@/lib/workspace/items/open-prepared'

export const POST = handle(openPreparedEndpoint, ({ actor, params }) => openPrepared(actor, params.projectId))
