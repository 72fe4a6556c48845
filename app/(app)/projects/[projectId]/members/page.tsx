import { MembersView } from '@/components/workspace/users/members-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { listInvitations } from '@/lib/workspace/users/invitations/queries'
import { listMembers } from '@/lib/workspace/users/members/queries'
import { listProjectTeams } from '@/lib/workspace/users/teams/queries'

export const metadata = { title: 'Members' }

export default async function MembersPage({ params }: PageProps<'/projects/[projectId]/members'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/members`)
  const members = await pageData(listMembers(actor, projectId))
  const invitations = members.abilities.manage ? await listInvitations(actor, projectId) : null
  const teams = members.abilities.manage ? await listProjectTeams(actor, projectId) : null
  const { userId } = actor
  return (
    <MembersView projectId={projectId} userId={userId} initialData={members} invitations={invitations} teams={teams} />
  )
}
