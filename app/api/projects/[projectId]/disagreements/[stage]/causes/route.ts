import { handle } from '@/lib/platform/server/handle'
import { getCausesEndpoint } from '@/lib/quality/agreement/disagreements/contract'
import { getCauses } from '@/lib/quality/agreement/disagreements/queries'

export const GET = handle(getCausesEndpoint, ({ actor, params }) => getCauses(actor, params.projectId, params.stage))
