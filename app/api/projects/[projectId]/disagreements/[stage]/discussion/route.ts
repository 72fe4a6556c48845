import { handle } from '@/lib/platform/server/handle'
import { getDiscussionEndpoint } from '@/lib/quality/agreement/disagreements/contract'
import { getDiscussion } from '@/lib/quality/agreement/disagreements/queries'

export const GET = handle(getDiscussionEndpoint, ({ actor, params }) =>
  getDiscussion(actor, params.projectId, params.stage),
)
