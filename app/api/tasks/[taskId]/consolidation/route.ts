import { getConsolidationEndpoint } from '@/lib/adjudication/consolidation/contract'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getConsolidationEndpoint, ({ actor, params }) => getConsolidation(actor, params.taskId))
