import { itemFacetsEndpoint } from '@/lib/items/contract'
import { getItemFacets } from '@/lib/items/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(itemFacetsEndpoint, ({ actor, params }) => getItemFacets(actor, params.projectId))
