import {
  resolveQuestionEndpoint,
  takeLaneEndpoint,
  withdrawResolutionEndpoint,
} from '@/lib/adjudication/consolidation/contract'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { takeLane } from '@/lib/adjudication/consolidation/take-lane'
import { withdrawResolution } from '@/lib/adjudication/consolidation/withdraw-resolution'
import { handle } from '@/lib/platform/server/handle'

export const PUT = handle(resolveQuestionEndpoint, ({ actor, params, body }) =>
  resolveQuestion(actor, params.taskId, body),
)
export const POST = handle(takeLaneEndpoint, ({ actor, params, body }) => takeLane(actor, params.taskId, body))
export const DELETE = handle(withdrawResolutionEndpoint, ({ actor, params, body }) =>
  withdrawResolution(actor, params.taskId, body),
)
