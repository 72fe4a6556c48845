import { checkHealth } from '@/lib/platform/operations/check-health'
import { checkReady } from '@/lib/platform/operations/check-ready'
import { healthEndpoint, metricsEndpoint, readyEndpoint } from '@/lib/platform/operations/contract'
import { readMetrics } from '@/lib/platform/operations/read-metrics'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(healthEndpoint, () => checkHealth()),
  handle(metricsEndpoint, ({ request }) => readMetrics(request.headers)),
  handle(readyEndpoint, () => checkReady()),
]
