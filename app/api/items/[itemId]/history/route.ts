import { handle } from '@/lib/platform/server/handle'
import { itemHistoryEndpoint } from '@/lib/workspace/items/contract'
import { getItemHistory } from '@/lib/workspace/items/queries'

export const GET = handle(itemHistoryEndpoint, ({ actor, params, query }) =>
  getItemHistory(actor, params.itemId, query.before),
)
