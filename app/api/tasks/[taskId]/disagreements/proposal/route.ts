import { proposeValueEndpoint, replyToProposalEndpoint } from '@/lib/consolidation/contract'
import { proposeValue } from '@/lib/consolidation/propose-value'
import { replyToProposal } from '@/lib/consolidation/reply-to-proposal'
import { handle } from '@/lib/server/handle'

export const PUT = handle(proposeValueEndpoint, ({ actor, params, body }) => proposeValue(actor, params.taskId, body))
export const POST = handle(replyToProposalEndpoint, ({ actor, params, body }) =>
  replyToProposal(actor, params.taskId, body),
)
