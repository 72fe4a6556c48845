import { listItemsEndpoint } from '@/lib/items/contract'
import { listItems } from '@/lib/items/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listItemsEndpoint, ({ actor, params, query }) => listItems(actor, params.projectId, query))
