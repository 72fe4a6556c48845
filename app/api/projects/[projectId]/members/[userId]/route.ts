import { handle } from '@/lib/platform/server/handle'
import { removeMemberEndpoint, updateMemberEndpoint } from '@/lib/workspace/users/members/contract'
import { removeMember } from '@/lib/workspace/users/members/remove-member'
import { updateMember } from '@/lib/workspace/users/members/update-member'

export const PATCH = handle(updateMemberEndpoint, ({ actor, params, body }) =>
  updateMember(actor, params.projectId, params.userId, body),
)
export const DELETE = handle(removeMemberEndpoint, ({ actor, params }) =>
  removeMember(actor, params.projectId, params.userId),
)
