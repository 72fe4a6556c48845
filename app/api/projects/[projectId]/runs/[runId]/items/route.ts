import { listRunItemsEndpoint } from '@/lib/automation/prefill/contract'
import { listRunItems } from '@/lib/automation/prefill/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listRunItemsEndpoint, ({ actor, params, query }) => listRunItems(actor, params, query))
