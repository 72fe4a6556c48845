import { submitHeldOutEndpoint } from '@/lib/gold/held-out/contract'
import { submitPredictions } from '@/lib/gold/held-out/submit-predictions'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(submitHeldOutEndpoint, ({ actor, params, query, request }) =>
  submitPredictions(actor, params, { system: query.system, body: request.body }),
)
