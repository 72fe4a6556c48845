import { confirmGuideline } from '@/lib/guidelines/confirm-guideline'
import { confirmGuidelineEndpoint } from '@/lib/guidelines/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(confirmGuidelineEndpoint, ({ actor, params, body }) =>
  confirmGuideline(actor, params.projectId, body),
)
