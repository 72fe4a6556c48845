import { handle } from '@/lib/platform/server/handle'
import { streamAgreementEndpoint } from '@/lib/quality/agreement/contract'
import { streamAgreement } from '@/lib/quality/agreement/stream-agreement'

export const GET = handle(streamAgreementEndpoint, ({ actor, params, request }) =>
  streamAgreement(actor, params.projectId, request.signal),
)
