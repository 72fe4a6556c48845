import { setCauseEndpoint } from '@/lib/consolidation/contract'
import { setCause } from '@/lib/consolidation/set-cause'
import { handle } from '@/lib/server/handle'

export const PUT = handle(setCauseEndpoint, ({ actor, params, body }) => setCause(actor, params.taskId, body))
