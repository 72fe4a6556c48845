import { reassignTaskEndpoint } from '@/lib/assignments/contract'
import { reassignTask } from '@/lib/assignments/reassign-task'
import { handle } from '@/lib/server/handle'

export const POST = handle(reassignTaskEndpoint, ({ actor, params, body }) => reassignTask(actor, params.taskId, body))
