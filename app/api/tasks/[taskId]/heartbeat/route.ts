import { renewAssignmentEndpoint } from '@/lib/assignments/contract'
import { renewAssignment } from '@/lib/assignments/renew-assignment'
import { handle } from '@/lib/server/handle'

export const POST = handle(renewAssignmentEndpoint, ({ actor, params, body }) =>
  renewAssignment(actor, params.taskId, body.activeSeconds),
)
