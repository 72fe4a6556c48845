import { refuseApprovalEndpoint } from '@/lib/adjudication/consolidation/contract'
import { refuseApproval } from '@/lib/adjudication/consolidation/refuse-approval'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(refuseApprovalEndpoint, ({ actor, params, body }) =>
  refuseApproval(actor, params.taskId, body),
)
