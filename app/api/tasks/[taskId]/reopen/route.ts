import { handle } from '@/lib/platform/server/handle'
import { reopenTaskEndpoint } from '@/lib/workspace/tasks/contract'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'

export const POST = handle(reopenTaskEndpoint, ({ actor, params, body }) => reopenTask(actor, params.taskId, body))
