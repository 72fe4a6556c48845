import { handle } from '@/lib/platform/server/handle'
import { addMember } from '@/lib/workspace/users/members/add-member'
import { addMemberEndpoint, listMembersEndpoint, updateMembersEndpoint } from '@/lib/workspace/users/members/contract'
import { listMembers } from '@/lib/workspace/users/members/queries'
import { updateMembers } from '@/lib/workspace/users/members/update-members'

export const GET = handle(listMembersEndpoint, ({ actor, params }) => listMembers(actor, params.projectId))
export const POST = handle(addMemberEndpoint, ({ actor, params, body }) => addMember(actor, params.projectId, body))
export const PATCH = handle(updateMembersEndpoint, ({ actor, params, body }) =>
  updateMembers(actor, params.projectId, body),
)
