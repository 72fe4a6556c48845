import { handle } from '@/lib/platform/server/handle'
import { listItemsEndpoint } from '@/lib/workspace/items/contract'
import { listItems } from '@/lib/workspace/items/queries'

export const GET = handle(listItemsEndpoint, ({ actor, params, query }) => listItems(actor, params.projectId, query))
