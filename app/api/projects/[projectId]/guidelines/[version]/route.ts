import { getGuidelineEndpoint } from '@/lib/guidelines/contract'
import { getGuideline } from '@/lib/guidelines/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getGuidelineEndpoint, ({ actor, params }) =>
  getGuideline(actor, params.projectId, params.version),
)
