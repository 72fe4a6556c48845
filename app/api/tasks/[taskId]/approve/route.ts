import { approveTask } from '@/lib/adjudication/consolidation/approve-task'
import { approveTaskEndpoint } from '@/lib/adjudication/consolidation/contract'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(approveTaskEndpoint, ({ actor, params, body }) => approveTask(actor, params.taskId, body))
