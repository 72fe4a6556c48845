import { tryStepEndpoint } from '@/lib/automation/prefill/trials/contract'
import { trySteps } from '@/lib/automation/prefill/try-steps'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(tryStepEndpoint, ({ actor, params, body, request }) =>
  trySteps(actor, params.projectId, body, request.signal),
)
