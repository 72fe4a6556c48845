import { listForeseenEndpoint } from '@/lib/annotations/contract'
import { listForeseen } from '@/lib/annotations/foresee'
import { handle } from '@/lib/server/handle'

export const GET = handle(listForeseenEndpoint, ({ actor, params, query }) =>
  listForeseen(actor, params.projectId, query.after),
)
