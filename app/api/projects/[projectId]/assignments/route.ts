import { assignTasks } from '@/lib/assignments/assign-tasks'
import { assignTasksEndpoint, listAssignmentsEndpoint } from '@/lib/assignments/contract'
import { listAssignments } from '@/lib/assignments/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listAssignmentsEndpoint, ({ actor, params, query }) =>
  listAssignments(actor, params.projectId, query),
)
export const POST = handle(assignTasksEndpoint, ({ actor, params, body }) => assignTasks(actor, params.projectId, body))
