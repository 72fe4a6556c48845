import { handle } from '@/lib/platform/server/handle'
import { clientAddress } from '@/lib/platform/server/throttle'
import { setUpEndpoint } from '@/lib/workspace/users/contract'
import { setUp } from '@/lib/workspace/users/set-up'

export const POST = handle(setUpEndpoint, ({ body, request }) =>
  setUp(body, clientAddress(request.headers.get('x-forwarded-for'))),
)
