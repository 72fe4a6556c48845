import { handle } from '@/lib/platform/server/handle'
import { findCandidateEndpoint } from '@/lib/quality/practice/own-items/contract'
import { findCandidate } from '@/lib/quality/practice/own-items/queries'

export const GET = handle(findCandidateEndpoint, ({ actor, params, query }) =>
  findCandidate(actor, params.projectId, query),
)
