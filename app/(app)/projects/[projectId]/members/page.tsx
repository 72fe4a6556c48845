import { MembersView } from '@/components/workspace/users/members-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { listInvitations } from '@/lib/workspace/users/invitations/queries'
import { listMembers } from '@/lib/workspace/users/members/queries'

export const metadata = { title: 'Members' }

export default async function MembersPage({ params }: PageProps<'/projects/[projectId]/members'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/members`)
  const members = await pageData(listMembers(actor, projectId))
  const invitations = members.abilities.manage ? await listInvitations(actor, projectId) : null
  return <MembersView projectId={projectId} userId={actor.userId} initialData={members} invitations={invitations} />
}
