import { renewAssignmentEndpoint } from '@/lib/annotation/assignments/contract'
import { renewAssignment } from '@/lib/annotation/assignments/renew-assignment'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(renewAssignmentEndpoint, ({ actor, params, body }) =>
  renewAssignment(actor, params.taskId, body.activeSeconds),
)
