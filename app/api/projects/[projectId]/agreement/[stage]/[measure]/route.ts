import { handle } from '@/lib/platform/server/handle'
import { getMeasureEndpoint } from '@/lib/quality/agreement/detail/contract'
import { getMeasure } from '@/lib/quality/agreement/queries'

export const GET = handle(getMeasureEndpoint, ({ actor, params: { projectId, ...keys } }) =>
  getMeasure(actor, projectId, keys),
)
