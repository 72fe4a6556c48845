import { skipAssignmentEndpoint } from '@/lib/annotation/assignments/contract'
import { skipAssignment } from '@/lib/annotation/assignments/skip-assignment'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(skipAssignmentEndpoint, ({ actor, params, body }) =>
  skipAssignment(actor, params.taskId, body.reason),
)
