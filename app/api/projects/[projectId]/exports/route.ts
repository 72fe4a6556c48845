import { listExportsEndpoint } from '@/lib/gold/releases/contract'
import { listExports } from '@/lib/gold/releases/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listExportsEndpoint, ({ actor, params, query }) =>
  listExports(actor, params.projectId, query.labels),
)
