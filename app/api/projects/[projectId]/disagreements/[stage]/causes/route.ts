import { getCausesEndpoint } from '@/lib/agreement/disagreements/contract'
import { getCauses } from '@/lib/agreement/disagreements/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getCausesEndpoint, ({ actor, params }) => getCauses(actor, params.projectId, params.stage))
