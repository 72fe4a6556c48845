import { nextTaskEndpoint } from '@/lib/annotation/assignments/contract'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(nextTaskEndpoint, ({ actor, params }) => nextTask(actor, params.projectId))
