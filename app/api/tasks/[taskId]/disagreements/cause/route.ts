import { setCauseEndpoint } from '@/lib/adjudication/consolidation/contract'
import { setCause } from '@/lib/adjudication/consolidation/set-cause'
import { handle } from '@/lib/platform/server/handle'

export const PUT = handle(setCauseEndpoint, ({ actor, params, body }) => setCause(actor, params.taskId, body))
