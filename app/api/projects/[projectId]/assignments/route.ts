import { assignTasks } from '@/lib/annotation/assignments/assign-tasks'
import { assignTasksEndpoint, listAssignmentsEndpoint } from '@/lib/annotation/assignments/contract'
import { listAssignments } from '@/lib/annotation/assignments/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listAssignmentsEndpoint, ({ actor, params, query }) =>
  listAssignments(actor, params.projectId, query),
)
export const POST = handle(assignTasksEndpoint, ({ actor, params, body }) => assignTasks(actor, params.projectId, body))
