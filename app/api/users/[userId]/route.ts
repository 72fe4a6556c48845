import { handle } from '@/lib/platform/server/handle'
import { removeUserEndpoint, setUserRightEndpoint } from '@/lib/workspace/users/contract'
import { removeUser } from '@/lib/workspace/users/remove-user'
import { setAdministrator } from '@/lib/workspace/users/set-administrator'
import { setProjectCreation } from '@/lib/workspace/users/set-project-creation'

export const PATCH = handle(setUserRightEndpoint, ({ actor, params, body }) =>
  'isAdmin' in body
    ? setAdministrator(actor, params.userId, body.isAdmin)
    : setProjectCreation(actor, params.userId, body.canCreateProjects),
)
export const DELETE = handle(removeUserEndpoint, ({ actor, params }) => removeUser(actor, params.userId))
