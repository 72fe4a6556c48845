import { handle } from '@/lib/server/handle'
import { removeUserEndpoint, setAdministratorEndpoint } from '@/lib/users/contract'
import { removeUser } from '@/lib/users/remove-user'
import { setAdministrator } from '@/lib/users/set-administrator'

export const PATCH = handle(setAdministratorEndpoint, ({ actor, params, body }) =>
  setAdministrator(actor, params.userId, body.isAdmin),
)
export const DELETE = handle(removeUserEndpoint, ({ actor, params }) => removeUser(actor, params.userId))
