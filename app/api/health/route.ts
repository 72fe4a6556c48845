import { checkHealth } from '@/lib/operations/check-health'
import { healthEndpoint } from '@/lib/operations/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(healthEndpoint, () => checkHealth())
