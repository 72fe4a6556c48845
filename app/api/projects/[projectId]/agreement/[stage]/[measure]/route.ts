import { getMeasureEndpoint } from '@/lib/agreement/detail/contract'
import { getMeasure } from '@/lib/agreement/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getMeasureEndpoint, ({ actor, params: { projectId, ...keys } }) =>
  getMeasure(actor, projectId, keys),
)
