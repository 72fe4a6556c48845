import { getProgressEndpoint } from '@/lib/progress/contract'
import { getProgress } from '@/lib/progress/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getProgressEndpoint, ({ actor, params, query }) =>
  getProgress(actor, params.projectId, query),
)
