import { getItemEndpoint } from '@/lib/items/contract'
import { getItem } from '@/lib/items/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getItemEndpoint, ({ actor, params }) => getItem(actor, params.itemId))
