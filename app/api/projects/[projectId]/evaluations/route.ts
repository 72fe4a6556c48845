import { listEvaluationsEndpoint, uploadPredictionsEndpoint } from '@/lib/gold/evaluation/contract'
import { listEvaluations } from '@/lib/gold/evaluation/queries'
import { uploadPredictions } from '@/lib/gold/evaluation/upload-predictions'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listEvaluationsEndpoint, ({ actor, params }) => listEvaluations(actor, params.projectId))

export const POST = handle(uploadPredictionsEndpoint, ({ actor, params, query, request }) =>
  uploadPredictions(actor, params.projectId, {
    task: query.task,
    name: query.fileName,
    body: request.body,
    log: { scorer: query.scorer, system: query.system },
    byteSize: Number(request.headers.get('content-length') ?? 0),
  }),
)
