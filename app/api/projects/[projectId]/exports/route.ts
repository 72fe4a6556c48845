import { listExportsEndpoint } from '@/lib/releases/contract'
import { listExports } from '@/lib/releases/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listExportsEndpoint, ({ actor, params, query }) =>
  listExports(actor, params.projectId, query.labels),
)
