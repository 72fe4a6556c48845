import { listForeseenEndpoint } from '@/lib/annotation/annotations/contract'
import { listForeseen } from '@/lib/annotation/annotations/foresee'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listForeseenEndpoint, ({ actor, params, query }) =>
  listForeseen(actor, params.projectId, query.after),
)
