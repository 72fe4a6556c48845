import { handle } from '@/lib/platform/server/handle'
import { confirmGuideline } from '@/lib/workspace/guidelines/confirm-guideline'
import { confirmGuidelineEndpoint } from '@/lib/workspace/guidelines/contract'

export const POST = handle(confirmGuidelineEndpoint, ({ actor, params, body }) =>
  confirmGuideline(actor, params.projectId, body),
)
