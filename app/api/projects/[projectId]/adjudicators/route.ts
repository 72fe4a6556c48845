import { handle } from '@/lib/platform/server/handle'
import { listAdjudicatorsEndpoint } from '@/lib/quality/adjudicators/contract'
import { listAdjudicators } from '@/lib/quality/adjudicators/queries'

export const GET = handle(listAdjudicatorsEndpoint, ({ actor, params }) => listAdjudicators(actor, params.projectId))
