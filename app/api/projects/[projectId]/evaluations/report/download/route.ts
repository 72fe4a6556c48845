import { downloadReport } from '@/lib/gold/evaluation/download-report'
import { downloadReportEndpoint } from '@/lib/gold/evaluation/report/contract'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(downloadReportEndpoint, ({ actor, params, query, request }) =>
  downloadReport(actor, params.projectId, query, request.signal),
)
