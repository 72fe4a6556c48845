import { resolveQuestionEndpoint, takeLaneEndpoint, withdrawResolutionEndpoint } from '@/lib/consolidation/contract'
import { resolveQuestion } from '@/lib/consolidation/resolve-question'
import { takeLane } from '@/lib/consolidation/take-lane'
import { withdrawResolution } from '@/lib/consolidation/withdraw-resolution'
import { handle } from '@/lib/server/handle'

export const PUT = handle(resolveQuestionEndpoint, ({ actor, params, body }) =>
  resolveQuestion(actor, params.taskId, body),
)
export const POST = handle(takeLaneEndpoint, ({ actor, params, body }) => takeLane(actor, params.taskId, body))
export const DELETE = handle(withdrawResolutionEndpoint, ({ actor, params, body }) =>
  withdrawResolution(actor, params.taskId, body),
)
