import { handle } from '@/lib/platform/server/handle'
import { itemFacetsEndpoint } from '@/lib/workspace/items/contract'
import { getItemFacets } from '@/lib/workspace/items/queries'

export const GET = handle(itemFacetsEndpoint, ({ actor, params }) => getItemFacets(actor, params.projectId))
