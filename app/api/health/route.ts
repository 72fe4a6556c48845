import { checkHealth } from '@/lib/platform/operations/check-health'
import { healthEndpoint } from '@/lib/platform/operations/contract'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(healthEndpoint, () => checkHealth())
