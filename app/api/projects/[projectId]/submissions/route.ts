import { listMySubmissionsEndpoint } from '@/lib/annotations/contract'
import { listMySubmissions } from '@/lib/annotations/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listMySubmissionsEndpoint, ({ actor, params, query }) =>
  listMySubmissions(actor, params.projectId, query.before),
)
