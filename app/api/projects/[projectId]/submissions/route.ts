import { listMySubmissionsEndpoint } from '@/lib/annotation/annotations/contract'
import { listMySubmissions } from '@/lib/annotation/annotations/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listMySubmissionsEndpoint, ({ actor, params, query }) =>
  listMySubmissions(actor, params.projectId, query.before),
)
