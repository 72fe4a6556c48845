import { askManager } from '@/lib/annotation/inquiries/ask-manager'
import { askManagerEndpoint } from '@/lib/annotation/inquiries/contract'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(askManagerEndpoint, ({ actor, params, body }) => askManager(actor, params.taskId, body))
