import { handle } from '@/lib/server/handle'
import { restoreTaskEndpoint } from '@/lib/tasks/contract'
import { restoreTask } from '@/lib/tasks/restore-task'

export const POST = handle(restoreTaskEndpoint, ({ actor, params }) => restoreTask(actor, params.taskId))
