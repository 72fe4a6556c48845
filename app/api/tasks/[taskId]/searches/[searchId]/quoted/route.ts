import { quoteResultEndpoint } from '@/lib/evidence/contract'
import { quoteResult } from '@/lib/evidence/quote-result'
import { handle } from '@/lib/server/handle'

export const POST = handle(quoteResultEndpoint, ({ actor, params, body }) => quoteResult(actor, params, body))
