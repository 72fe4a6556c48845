import { deleteEvaluationEndpoint, getEvaluationEndpoint } from '@/lib/gold/evaluation/contract'
import { deleteEvaluation } from '@/lib/gold/evaluation/delete-evaluation'
import { getEvaluation } from '@/lib/gold/evaluation/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getEvaluationEndpoint, ({ actor, params, query }) =>
  getEvaluation(actor, params.evaluationId, query.page),
)

export const DELETE = handle(deleteEvaluationEndpoint, ({ actor, params }) =>
  deleteEvaluation(actor, params.evaluationId),
)
