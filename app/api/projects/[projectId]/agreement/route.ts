import { getAgreementEndpoint } from '@/lib/agreement/contract'
import { getAgreement } from '@/lib/agreement/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getAgreementEndpoint, ({ actor, params, query }) =>
  getAgreement(actor, params.projectId, query),
)
