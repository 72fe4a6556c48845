import { handle } from '@/lib/platform/server/handle'
import { restoreTaskEndpoint } from '@/lib/workspace/tasks/contract'
import { restoreTask } from '@/lib/workspace/tasks/restore-task'

export const POST = handle(restoreTaskEndpoint, ({ actor, params }) => restoreTask(actor, params.taskId))
