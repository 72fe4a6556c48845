import { countDeskTimeEndpoint } from '@/lib/adjudication/consolidation/contract'
import { countDeskTime } from '@/lib/adjudication/consolidation/count-desk-time'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(countDeskTimeEndpoint, ({ actor, params, body }) =>
  countDeskTime(actor, params.taskId, body),
)
