'use client'

import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/components/ui/page-header'
import type { Invitation } from '@/lib/workspace/users/invitations/contract'
import type { MemberList } from '@/lib/workspace/users/members/contract'
import { membersQuery } from '@/lib/workspace/users/members/hooks'
import { AddMemberDialog } from './add-member-dialog'
import { InvitationTable } from './invitation-table'
import { InviteDialog } from './invite-dialog'
import { MemberTable } from './member-table'

type MembersViewProps = {
  projectId: string
  /** The reader. */
  userId: string
  initialData: MemberList
  /** Empty for readers who do not manage the project. */
  invitations: Invitation[]
}

/** Who works on the project; managers change it, reviewers read it. */
export function MembersView({ projectId, userId, initialData, invitations }: MembersViewProps) {
  const { data } = useQuery({ ...membersQuery(projectId), initialData })
  const { manage } = data.abilities
  return (
    <>
      <PageHeader
        title="Members"
        description="Who works on this project, in which role. A change of role takes effect at once."
        actions={
          manage ? (
            <>
              <AddMemberDialog projectId={projectId} />
              <InviteDialog projectId={projectId} />
            </>
          ) : null
        }
      />
      <div className="flex flex-col gap-6">
        <MemberTable projectId={projectId} userId={userId} members={data.members} manage={manage} />
        {manage ? <InvitationTable projectId={projectId} initialData={invitations} /> : null}
      </div>
    </>
  )
}
