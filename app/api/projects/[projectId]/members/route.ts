import { handle } from '@/lib/platform/server/handle'
import { addMember } from '@/lib/workspace/users/members/add-member'
import { addMemberEndpoint, listMembersEndpoint } from '@/lib/workspace/users/members/contract'
import { listMembers } from '@/lib/workspace/users/members/queries'

export const GET = handle(listMembersEndpoint, ({ actor, params }) => listMembers(actor, params.projectId))
export const POST = handle(addMemberEndpoint, ({ actor, params, body }) => addMember(actor, params.projectId, body))
