import { handle } from '@/lib/platform/server/handle'
import { listTouchedEndpoint } from '@/lib/workspace/guidelines/contract'
import { listTouched } from '@/lib/workspace/guidelines/touched-queries'

export const GET = handle(listTouchedEndpoint, ({ actor, params, query }) =>
  listTouched(actor, params.projectId, query.page),
)
