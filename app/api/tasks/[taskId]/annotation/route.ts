import { openWorkbenchEndpoint } from '@/lib/annotations/contract'
import { getWorkbench } from '@/lib/annotations/queries'
import { handle } from '@/lib/server/handle'

export const POST = handle(openWorkbenchEndpoint, ({ actor, params }) => getWorkbench(actor, params.taskId))
