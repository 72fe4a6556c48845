import { callThirdRater } from '@/lib/consolidation/discussion/call-third-rater'
import { callThirdRaterEndpoint } from '@/lib/consolidation/discussion/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(callThirdRaterEndpoint, ({ actor, params, body }) =>
  callThirdRater(actor, params.taskId, body),
)
