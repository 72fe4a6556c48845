import { handle, type Route } from '@/lib/platform/server/handle'
import { addMember } from '@/lib/workspace/users/members/add-member'
import {
  addMemberEndpoint,
  listMembersEndpoint,
  removeMemberEndpoint,
  updateMemberEndpoint,
  updateMembersEndpoint,
} from '@/lib/workspace/users/members/contract'
import { listMembers } from '@/lib/workspace/users/members/queries'
import { removeMember } from '@/lib/workspace/users/members/remove-member'
import { updateMember } from '@/lib/workspace/users/members/update-member'
import { updateMembers } from '@/lib/workspace/users/members/update-members'

export const routes: readonly Route[] = [
  handle(listMembersEndpoint, ({ actor, params }) => listMembers(actor, params.projectId)),
  handle(updateMembersEndpoint, ({ actor, params, body }) => updateMembers(actor, params.projectId, body)),
  handle(addMemberEndpoint, ({ actor, params, body }) => addMember(actor, params.projectId, body)),
  handle(removeMemberEndpoint, ({ actor, params }) => removeMember(actor, params.projectId, params.userId)),
  handle(updateMemberEndpoint, ({ actor, params, body }) => updateMember(actor, params.projectId, params.userId, body)),
]
