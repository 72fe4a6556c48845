import { handle } from '@/lib/platform/server/handle'
import { getDistributionsEndpoint } from '@/lib/quality/distributions/contract'
import { getDistributions } from '@/lib/quality/distributions/queries'

export const GET = handle(getDistributionsEndpoint, ({ actor, params, query }) =>
  getDistributions(actor, params, query),
)
