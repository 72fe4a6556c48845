import { handle } from '@/lib/server/handle'
import { takeOverTaskEndpoint } from '@/lib/tasks/contract'
import { takeOverTask } from '@/lib/tasks/take-over-task'

export const POST = handle(takeOverTaskEndpoint, ({ actor, params }) => takeOverTask(actor, params.taskId))
