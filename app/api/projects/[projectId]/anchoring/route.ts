import { handle } from '@/lib/platform/server/handle'
import { getAnchoringEndpoint } from '@/lib/quality/anchoring/contract'
import { getAnchoring } from '@/lib/quality/anchoring/queries'

export const GET = handle(getAnchoringEndpoint, ({ actor, params, query }) =>
  getAnchoring(actor, params.projectId, query.run ?? null),
)
