import { handle } from '@/lib/platform/server/handle'
import { listGuidelinesEndpoint, publishGuidelineEndpoint } from '@/lib/workspace/guidelines/contract'
import { publishGuideline } from '@/lib/workspace/guidelines/publish-guideline'
import { listGuidelines } from '@/lib/workspace/guidelines/queries'

export const GET = handle(listGuidelinesEndpoint, async ({ actor, params }) => ({
  versions: await listGuidelines(actor, params.projectId),
}))
export const POST = handle(publishGuidelineEndpoint, ({ actor, params, body }) =>
  publishGuideline(actor, params.projectId, body),
)
