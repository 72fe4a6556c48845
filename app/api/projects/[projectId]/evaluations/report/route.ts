import { getReport } from '@/lib/gold/evaluation/queries'
import { getReportEndpoint } from '@/lib/gold/evaluation/report/contract'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getReportEndpoint, ({ actor, params, query }) => getReport(actor, params.projectId, query))
