import { handle } from '@/lib/server/handle'
import { openTaskEndpoint } from '@/lib/tasks/contract'
import { openTask } from '@/lib/tasks/open-task'

export const POST = handle(openTaskEndpoint, ({ actor, params }) => openTask(actor, params.taskId))
