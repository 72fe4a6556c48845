import { refuseApprovalEndpoint } from '@/lib/consolidation/contract'
import { refuseApproval } from '@/lib/consolidation/refuse-approval'
import { handle } from '@/lib/server/handle'

export const POST = handle(refuseApprovalEndpoint, ({ actor, params, body }) =>
  refuseApproval(actor, params.taskId, body),
)
