import { handle } from '@/lib/platform/server/handle'
import { getSlicesEndpoint } from '@/lib/quality/agreement/detail/contract'
import { getSlices } from '@/lib/quality/agreement/queries'

export const GET = handle(getSlicesEndpoint, ({ actor, params: { projectId, ...keys }, query }) =>
  getSlices(actor, projectId, keys, query),
)
