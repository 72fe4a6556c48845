import { getHeldOutByLinkEndpoint } from '@/lib/gold/held-out/contract'
import { getHeldOut } from '@/lib/gold/held-out/read-held-out'
import { handle } from '@/lib/platform/server/handle'
import { clientAddress } from '@/lib/platform/server/throttle'

export const GET = handle(getHeldOutByLinkEndpoint, ({ actor, params, request }) =>
  getHeldOut(actor, { ...params, address: clientAddress(request.headers.get('x-forwarded-for')) }),
)
