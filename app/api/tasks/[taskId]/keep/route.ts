import { handle } from '@/lib/server/handle'
import { keepStaleTaskEndpoint } from '@/lib/tasks/contract'
import { keepStaleTask } from '@/lib/tasks/keep-stale-task'

export const POST = handle(keepStaleTaskEndpoint, ({ actor, params, body }) =>
  keepStaleTask(actor, params.taskId, body),
)
