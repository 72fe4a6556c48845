import { getReport } from '@/lib/evaluation/queries'
import { getReportEndpoint } from '@/lib/evaluation/report/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(getReportEndpoint, ({ actor, params, query }) => getReport(actor, params.projectId, query))
