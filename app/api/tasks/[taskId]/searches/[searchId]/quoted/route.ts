import { quoteResultEndpoint } from '@/lib/automation/evidence/contract'
import { quoteResult } from '@/lib/automation/evidence/quote-result'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(quoteResultEndpoint, ({ actor, params, body }) => quoteResult(actor, params, body))
