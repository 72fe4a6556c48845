import { addRun } from '@/lib/gold/evaluation/add-run'
import {
  addRunEndpoint,
  deleteEvaluationEndpoint,
  getEvaluationEndpoint,
  listEvaluationsEndpoint,
  streamEvaluationsEndpoint,
  uploadPredictionsEndpoint,
} from '@/lib/gold/evaluation/contract'
import { deleteEvaluation } from '@/lib/gold/evaluation/delete-evaluation'
import { downloadReport } from '@/lib/gold/evaluation/download-report'
import { getEvaluation, getReport, listErrors, listEvaluations } from '@/lib/gold/evaluation/queries'
import { downloadReportEndpoint, getReportEndpoint, listErrorsEndpoint } from '@/lib/gold/evaluation/report/contract'
import { streamEvaluations } from '@/lib/gold/evaluation/stream-evaluations'
import { uploadPredictions } from '@/lib/gold/evaluation/upload-predictions'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(deleteEvaluationEndpoint, ({ actor, params }) => deleteEvaluation(actor, params.evaluationId)),
  handle(getEvaluationEndpoint, ({ actor, params, query }) => getEvaluation(actor, params.evaluationId, query.page)),
  handle(listEvaluationsEndpoint, ({ actor, params }) => listEvaluations(actor, params.projectId)),
  handle(uploadPredictionsEndpoint, ({ actor, params, query, request }) =>
    uploadPredictions(actor, params.projectId, {
      task: query.task,
      name: query.fileName,
      body: request.body,
      log: { scorer: query.scorer, system: query.system },
      replace: query.replace === 'yes',
      byteSize: Number(request.headers.get('content-length') ?? 0),
    }),
  ),
  handle(listErrorsEndpoint, ({ actor, params, query }) => listErrors(actor, params.projectId, query)),
  handle(getReportEndpoint, ({ actor, params, query }) => getReport(actor, params.projectId, query)),
  handle(downloadReportEndpoint, ({ actor, params, query, request }) =>
    downloadReport(actor, params.projectId, query, request.signal),
  ),
  handle(addRunEndpoint, ({ actor, params, body }) => addRun(actor, params.projectId, body)),
  handle(streamEvaluationsEndpoint, ({ actor, params, request }) =>
    streamEvaluations(actor, params.projectId, request.signal),
  ),
]
