import { handle } from '@/lib/platform/server/handle'
import { getAgreementEndpoint } from '@/lib/quality/agreement/contract'
import { getAgreement } from '@/lib/quality/agreement/queries'

export const GET = handle(getAgreementEndpoint, ({ actor, params, query }) =>
  getAgreement(actor, params.projectId, query),
)
