import { handle } from '@/lib/server/handle'
import { removeUserEndpoint, setUserRightEndpoint } from '@/lib/users/contract'
import { removeUser } from '@/lib/users/remove-user'
import { setAdministrator } from '@/lib/users/set-administrator'
import { setProjectCreation } from '@/lib/users/set-project-creation'

export const PATCH = handle(setUserRightEndpoint, ({ actor, params, body }) =>
  'isAdmin' in body
    ? setAdministrator(actor, params.userId, body.isAdmin)
    : setProjectCreation(actor, params.userId, body.canCreateProjects),
)
export const DELETE = handle(removeUserEndpoint, ({ actor, params }) => removeUser(actor, params.userId))
