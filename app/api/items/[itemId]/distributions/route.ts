import { handle } from '@/lib/platform/server/handle'
import { listItemDistributionsEndpoint } from '@/lib/quality/distributions/contract'
import { listItemDistributions } from '@/lib/quality/distributions/queries'

export const GET = handle(listItemDistributionsEndpoint, async ({ actor, params }) => ({
  units: await listItemDistributions(actor, params.itemId),
}))
