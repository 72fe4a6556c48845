import { handle } from '@/lib/platform/server/handle'
import { clientAddress } from '@/lib/platform/server/throttle'
import { changePassword } from '@/lib/workspace/users/change-password'
import { changePasswordEndpoint } from '@/lib/workspace/users/contract'

export const PUT = handle(changePasswordEndpoint, ({ actor, body, request }) =>
  changePassword(actor, body, clientAddress(request.headers.get('x-forwarded-for'))),
)
