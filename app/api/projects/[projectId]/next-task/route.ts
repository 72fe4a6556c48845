import { nextTaskEndpoint } from '@/lib/assignments/contract'
import { nextTask } from '@/lib/assignments/next-task'
import { handle } from '@/lib/server/handle'

export const POST = handle(nextTaskEndpoint, ({ actor, params }) => nextTask(actor, params.projectId))
