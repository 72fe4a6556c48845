import { handle } from '@/lib/server/handle'
import { clientAddress } from '@/lib/server/throttle'
import { changePassword } from '@/lib/users/change-password'
import { changePasswordEndpoint } from '@/lib/users/contract'

export const PUT = handle(changePasswordEndpoint, ({ actor, body, request }) =>
  changePassword(actor, body, clientAddress(request.headers.get('x-forwarded-for'))),
)
