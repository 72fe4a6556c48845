import { handle } from '@/lib/platform/server/handle'
import { discardTaskEndpoint } from '@/lib/workspace/tasks/contract'
import { discardTask } from '@/lib/workspace/tasks/discard-task'

export const POST = handle(discardTaskEndpoint, ({ actor, params, body }) => discardTask(actor, params.taskId, body))
