import { metricsEndpoint } from '@/lib/platform/operations/contract'
import { readMetrics } from '@/lib/platform/operations/read-metrics'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(metricsEndpoint, ({ request }) => readMetrics(request.headers))
