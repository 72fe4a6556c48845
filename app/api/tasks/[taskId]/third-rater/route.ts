import { callThirdRater } from '@/lib/adjudication/consolidation/discussion/call-third-rater'
import { callThirdRaterEndpoint } from '@/lib/adjudication/consolidation/discussion/contract'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(callThirdRaterEndpoint, ({ actor, params, body }) =>
  callThirdRater(actor, params.taskId, body),
)
