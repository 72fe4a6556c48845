import { handle } from '@/lib/platform/server/handle'
import { keepStaleTaskEndpoint } from '@/lib/workspace/tasks/contract'
import { keepStaleTask } from '@/lib/workspace/tasks/keep-stale-task'

export const POST = handle(keepStaleTaskEndpoint, ({ actor, params, body }) =>
  keepStaleTask(actor, params.taskId, body),
)
