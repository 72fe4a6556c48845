import { handle } from '@/lib/platform/server/handle'
import { getItemEndpoint } from '@/lib/workspace/items/contract'
import { getItem } from '@/lib/workspace/items/queries'

export const GET = handle(getItemEndpoint, ({ actor, params }) => getItem(actor, params.itemId))
