import { MembersView } from '@/components/users/members-view'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'
import { listInvitations } from '@/lib/users/invitations/queries'
import { listMembers } from '@/lib/users/members/queries'

export const metadata = { title: 'Members' }

export default async function MembersPage({ params }: PageProps<'/projects/[projectId]/members'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/members`)
  const members = await pageData(listMembers(actor, projectId))
  const { invitations } = members.abilities.manage ? await listInvitations(actor, projectId) : { invitations: [] }
  return <MembersView projectId={projectId} userId={actor.userId} initialData={members} invitations={invitations} />
}
