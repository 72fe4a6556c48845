import { handle } from '@/lib/server/handle'
import { clientAddress } from '@/lib/server/throttle'
import { choosePassword } from '@/lib/users/choose-password'
import { choosePasswordEndpoint } from '@/lib/users/contract'

export const POST = handle(choosePasswordEndpoint, ({ body, request }) =>
  choosePassword(body.token, body.password, clientAddress(request.headers.get('x-forwarded-for'))),
)
