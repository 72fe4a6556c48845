import { handle } from '@/lib/server/handle'
import { changePassword } from '@/lib/users/change-password'
import { changePasswordEndpoint } from '@/lib/users/contract'

export const PUT = handle(changePasswordEndpoint, ({ actor, body }) =>
  changePassword(actor, body.currentPassword, body.newPassword),
)
