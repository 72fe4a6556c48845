import { handle } from '@/lib/server/handle'
import { reopenTaskEndpoint } from '@/lib/tasks/contract'
import { reopenTask } from '@/lib/tasks/reopen-task'

export const POST = handle(reopenTaskEndpoint, ({ actor, params, body }) => reopenTask(actor, params.taskId, body))
