import { getConsolidationEndpoint } from '@/lib/consolidation/contract'
import { getConsolidation } from '@/lib/consolidation/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getConsolidationEndpoint, ({ actor, params }) => getConsolidation(actor, params.taskId))
