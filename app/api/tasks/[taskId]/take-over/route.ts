import { handle } from '@/lib/platform/server/handle'
import { takeOverTaskEndpoint } from '@/lib/workspace/tasks/contract'
import { takeOverTask } from '@/lib/workspace/tasks/take-over-task'

export const POST = handle(takeOverTaskEndpoint, ({ actor, params }) => takeOverTask(actor, params.taskId))
