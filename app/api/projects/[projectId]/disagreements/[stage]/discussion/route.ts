import { getDiscussionEndpoint } from '@/lib/agreement/disagreements/contract'
import { getDiscussion } from '@/lib/agreement/disagreements/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getDiscussionEndpoint, ({ actor, params }) =>
  getDiscussion(actor, params.projectId, params.stage),
)
