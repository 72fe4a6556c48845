import { handle } from '@/lib/server/handle'
import { addMember } from '@/lib/users/members/add-member'
import { addMemberEndpoint, listMembersEndpoint } from '@/lib/users/members/contract'
import { listMembers } from '@/lib/users/members/queries'

export const GET = handle(listMembersEndpoint, ({ actor, params }) => listMembers(actor, params.projectId))
export const POST = handle(addMemberEndpoint, ({ actor, params, body }) => addMember(actor, params.projectId, body))
