import { handle } from '@/lib/platform/server/handle'
import { openTaskEndpoint } from '@/lib/workspace/tasks/contract'
import { openTask } from '@/lib/workspace/tasks/open-task'

export const POST = handle(openTaskEndpoint, ({ actor, params }) => openTask(actor, params.taskId))
