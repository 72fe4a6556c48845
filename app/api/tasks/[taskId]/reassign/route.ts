import { reassignTaskEndpoint } from '@/lib/annotation/assignments/contract'
import { reassignTask } from '@/lib/annotation/assignments/reassign-task'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(reassignTaskEndpoint, ({ actor, params, body }) => reassignTask(actor, params.taskId, body))
