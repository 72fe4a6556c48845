import { openResultEndpoint } from '@/lib/evidence/contract'
import { openResult } from '@/lib/evidence/open-result'
import { handle } from '@/lib/server/handle'

export const POST = handle(openResultEndpoint, ({ actor, params, body }) => openResult(actor, params, body.rank))
