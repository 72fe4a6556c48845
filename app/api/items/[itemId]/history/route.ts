import { itemHistoryEndpoint } from '@/lib/items/contract'
import { getItemHistory } from '@/lib/items/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(itemHistoryEndpoint, ({ actor, params, query }) =>
  getItemHistory(actor, params.itemId, query.before),
)
