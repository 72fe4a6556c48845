import { skipAssignmentEndpoint } from '@/lib/assignments/contract'
import { skipAssignment } from '@/lib/assignments/skip-assignment'
import { handle } from '@/lib/server/handle'

export const POST = handle(skipAssignmentEndpoint, ({ actor, params, body }) =>
  skipAssignment(actor, params.taskId, body.reason),
)
