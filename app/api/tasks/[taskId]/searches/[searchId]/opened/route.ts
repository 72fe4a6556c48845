import { openResultEndpoint } from '@/lib/automation/evidence/contract'
import { openResult } from '@/lib/automation/evidence/open-result'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(openResultEndpoint, ({ actor, params, body }) => openResult(actor, params, body.rank))
