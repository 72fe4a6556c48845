import { downloadReport } from '@/lib/evaluation/download-report'
import { downloadReportEndpoint } from '@/lib/evaluation/report/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(downloadReportEndpoint, ({ actor, params, query }) =>
  downloadReport(actor, params.projectId, query),
)
