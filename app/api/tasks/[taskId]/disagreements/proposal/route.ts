import { proposeValueEndpoint, replyToProposalEndpoint } from '@/lib/adjudication/consolidation/contract'
import { proposeValue } from '@/lib/adjudication/consolidation/propose-value'
import { replyToProposal } from '@/lib/adjudication/consolidation/reply-to-proposal'
import { handle } from '@/lib/platform/server/handle'

export const PUT = handle(proposeValueEndpoint, ({ actor, params, body }) => proposeValue(actor, params.taskId, body))
export const POST = handle(replyToProposalEndpoint, ({ actor, params, body }) =>
  replyToProposal(actor, params.taskId, body),
)
