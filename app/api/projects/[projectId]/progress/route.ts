import { handle } from '@/lib/platform/server/handle'
import { getProgressEndpoint } from '@/lib/quality/progress/contract'
import { getProgress } from '@/lib/quality/progress/queries'

export const GET = handle(getProgressEndpoint, ({ actor, params, query }) =>
  getProgress(actor, params.projectId, query),
)
