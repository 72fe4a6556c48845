import { metricsEndpoint } from '@/lib/operations/contract'
import { readMetrics } from '@/lib/operations/read-metrics'
import { handle } from '@/lib/server/handle'

export const GET = handle(metricsEndpoint, ({ request }) => readMetrics(request.headers))
