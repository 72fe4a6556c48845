import { deleteEvaluationEndpoint, getEvaluationEndpoint } from '@/lib/evaluation/contract'
import { deleteEvaluation } from '@/lib/evaluation/delete-evaluation'
import { getEvaluation } from '@/lib/evaluation/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getEvaluationEndpoint, ({ actor, params, query }) =>
  getEvaluation(actor, params.evaluationId, query.page),
)

export const DELETE = handle(deleteEvaluationEndpoint, ({ actor, params }) =>
  deleteEvaluation(actor, params.evaluationId),
)
