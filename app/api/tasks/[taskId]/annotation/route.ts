import { openWorkbenchEndpoint } from '@/lib/annotation/annotations/contract'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(openWorkbenchEndpoint, ({ actor, params }) => getWorkbench(actor, params.taskId))
