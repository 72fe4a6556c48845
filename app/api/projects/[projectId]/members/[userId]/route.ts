import { handle } from '@/lib/server/handle'
import { removeMemberEndpoint, updateMemberEndpoint } from '@/lib/users/members/contract'
import { removeMember } from '@/lib/users/members/remove-member'
import { updateMember } from '@/lib/users/members/update-member'

export const PATCH = handle(updateMemberEndpoint, ({ actor, params, body }) =>
  updateMember(actor, params.projectId, params.userId, body),
)
export const DELETE = handle(removeMemberEndpoint, ({ actor, params }) =>
  removeMember(actor, params.projectId, params.userId),
)
