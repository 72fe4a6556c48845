import { approveTask } from '@/lib/consolidation/approve-task'
import { approveTaskEndpoint } from '@/lib/consolidation/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(approveTaskEndpoint, ({ actor, params, body }) => approveTask(actor, params.taskId, body))
