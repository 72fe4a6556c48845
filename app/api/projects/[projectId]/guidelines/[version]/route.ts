import { handle } from '@/lib/platform/server/handle'
import { getGuidelineEndpoint } from '@/lib/workspace/guidelines/contract'
import { getGuideline } from '@/lib/workspace/guidelines/queries'

export const GET = handle(getGuidelineEndpoint, ({ actor, params }) =>
  getGuideline(actor, params.projectId, params.version),
)
