import { handle } from '@/lib/server/handle'
import { discardTaskEndpoint } from '@/lib/tasks/contract'
import { discardTask } from '@/lib/tasks/discard-task'

export const POST = handle(discardTaskEndpoint, ({ actor, params, body }) => discardTask(actor, params.taskId, body))
