import { listGuidelinesEndpoint, publishGuidelineEndpoint } from '@/lib/guidelines/contract'
import { publishGuideline } from '@/lib/guidelines/publish-guideline'
import { listGuidelines } from '@/lib/guidelines/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listGuidelinesEndpoint, async ({ actor, params }) => ({
  versions: await listGuidelines(actor, params.projectId),
}))
export const POST = handle(publishGuidelineEndpoint, ({ actor, params, body }) =>
  publishGuideline(actor, params.projectId, body),
)
