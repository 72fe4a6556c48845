import { handle } from '@/lib/server/handle'
import { clientAddress } from '@/lib/server/throttle'
import { setUpEndpoint } from '@/lib/users/contract'
import { setUp } from '@/lib/users/set-up'

export const POST = handle(setUpEndpoint, ({ body, request }) =>
  setUp(body, clientAddress(request.headers.get('x-forwarded-for'))),
)
