import { streamAgreementEndpoint } from '@/lib/agreement/contract'
import { streamAgreement } from '@/lib/agreement/stream-agreement'
import { handle } from '@/lib/server/handle'

export const GET = handle(streamAgreementEndpoint, ({ actor, params, request }) =>
  streamAgreement(actor, params.projectId, request.signal),
)
