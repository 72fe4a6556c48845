import { listRunItemsEndpoint } from '@/lib/prefill/contract'
import { listRunItems } from '@/lib/prefill/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listRunItemsEndpoint, ({ actor, params, query }) => listRunItems(actor, params, query))
