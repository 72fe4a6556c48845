import { handle } from '@/lib/platform/server/handle'
import { clientAddress } from '@/lib/platform/server/throttle'
import { choosePassword } from '@/lib/workspace/users/choose-password'
import { choosePasswordEndpoint } from '@/lib/workspace/users/contract'

export const POST = handle(choosePasswordEndpoint, ({ body, request }) =>
  choosePassword(body.token, body.password, clientAddress(request.headers.get('x-forwarded-for'))),
)
