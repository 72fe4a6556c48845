import { getSlicesEndpoint } from '@/lib/agreement/detail/contract'
import { getSlices } from '@/lib/agreement/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getSlicesEndpoint, ({ actor, params: { projectId, ...keys }, query }) =>
  getSlices(actor, projectId, keys, query),
)
