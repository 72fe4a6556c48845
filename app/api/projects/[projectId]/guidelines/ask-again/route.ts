import { handle } from '@/lib/platform/server/handle'
import { askAgain } from '@/lib/workspace/guidelines/ask-again'
import { askAgainEndpoint } from '@/lib/workspace/guidelines/contract'

export const POST = handle(askAgainEndpoint, ({ actor, params, body }) => askAgain(actor, params.projectId, body))
