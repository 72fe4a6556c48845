import { submitHeldOutByLinkEndpoint } from '@/lib/gold/held-out/contract'
import { submitPredictions } from '@/lib/gold/held-out/submit-predictions'
import { handle } from '@/lib/platform/server/handle'
import { clientAddress } from '@/lib/platform/server/throttle'

export const POST = handle(submitHeldOutByLinkEndpoint, ({ actor, params, query, request }) => {
  const at = { ...params, address: clientAddress(request.headers.get('x-forwarded-for')) }
  return submitPredictions(actor, at, { system: query.system, body: request.body })
})
