import { streamEvaluationsEndpoint } from '@/lib/gold/evaluation/contract'
import { streamEvaluations } from '@/lib/gold/evaluation/stream-evaluations'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(streamEvaluationsEndpoint, ({ actor, params, request }) =>
  streamEvaluations(actor, params.projectId, request.signal),
)
