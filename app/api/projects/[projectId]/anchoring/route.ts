import { getAnchoringEndpoint } from '@/lib/anchoring/contract'
import { getAnchoring } from '@/lib/anchoring/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getAnchoringEndpoint, ({ actor, params, query }) =>
  getAnchoring(actor, params.projectId, query.run ?? null),
)
