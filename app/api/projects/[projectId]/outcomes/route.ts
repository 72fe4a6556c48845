import { listOutcomesEndpoint } from '@/lib/adjudication/outcomes/contract'
import { listOutcomes } from '@/lib/adjudication/outcomes/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listOutcomesEndpoint, ({ actor, params, query }) =>
  listOutcomes(actor, params.projectId, query),
)
