import { streamEvaluationsEndpoint } from '@/lib/evaluation/contract'
import { streamEvaluations } from '@/lib/evaluation/stream-evaluations'
import { handle } from '@/lib/server/handle'

export const GET = handle(streamEvaluationsEndpoint, ({ actor, params, request }) =>
  streamEvaluations(actor, params.projectId, request.signal),
)
