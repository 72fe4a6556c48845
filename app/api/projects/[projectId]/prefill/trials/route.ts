import { tryStepEndpoint } from '@/lib/prefill/trials/contract'
import { trySteps } from '@/lib/prefill/try-steps'
import { handle } from '@/lib/server/handle'

export const POST = handle(tryStepEndpoint, ({ actor, params, body, request }) =>
  trySteps(actor, params.projectId, body, request.signal),
)
