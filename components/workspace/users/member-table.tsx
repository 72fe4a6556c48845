'use client'

import { UserMinus } from 'lucide-react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { type Member, ROLE_TEXT } from '@/lib/workspace/users/members/contract'
import { useRemoveMember, useUpdateMember } from '@/lib/workspace/users/members/hooks'
import { QuotaField } from './quota-field'
import { RoleSelect } from './role-select'

type MemberTableProps = { projectId: string; userId: string; members: Member[]; manage: boolean }

/** The members by name; with controls for those who manage. */
export function MemberTable({ projectId, userId, members, manage }: MemberTableProps) {
  return (
    <Table caption="Members">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Role</Th>
          <Th>Quota</Th>
          <Th>Member since</Th>
          {manage ? (
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Tr key={member.userId}>
            <Th scope="row" className="align-top">
              {member.name}
              {member.userId === userId ? <span className="font-normal text-muted"> (you)</span> : null}
              {member.email ? <span className="block font-normal text-muted text-xs">{member.email}</span> : null}
              {member.active ? null : <Badge className="mt-1">Deactivated</Badge>}
            </Th>
            {manage ? (
              <MemberControls projectId={projectId} member={member} isSelf={member.userId === userId} />
            ) : (
              <>
                <Td>{ROLE_TEXT[member.role].name}</Td>
                <Td>{member.quota ?? 'No limit'}</Td>
                <Td>
                  <Time value={member.createdAt} format="date" />
                </Td>
              </>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

type MemberControlsProps = { projectId: string; member: Member; isSelf: boolean }

/** The cells of a row that a manager can change. Whoever gives up their own role may no longer see this page. */
function MemberControls({ projectId, member, isSelf }: MemberControlsProps) {
  const update = useUpdateMember(projectId)
  const remove = useRemoveMember(projectId)
  const { userId, name } = member
  const change = (body: { role?: Member['role']; quota?: number | null }) =>
    update.mutate(
      { userId, ...body },
      {
        onSuccess: () => (isSelf && body.role ? window.location.assign(`/projects/${projectId}`) : undefined),
        onError: (error) => toast.error(`Nothing was changed for ${name}`, { description: error.message }),
      },
    )
  const leave = async () => {
    await remove.mutateAsync(userId)
    if (isSelf) window.location.assign('/')
  }
  return (
    <>
      <Td>
        <RoleSelect
          bareLabel={`Role of ${name}`}
          value={member.role}
          onValueChange={(role) => change({ role })}
          disabled={update.isPending}
        />
      </Td>
      <Td>
        <QuotaField
          key={member.quota}
          label={`Quota of ${name}`}
          value={member.quota}
          onChange={(quota) => change({ quota })}
        />
      </Td>
      <Td>
        <Time value={member.createdAt} format="date" />
      </Td>
      <Td>
        <AlertDialog
          title={`Remove ${name} from the project?`}
          description="Work that is still open goes back for others. Drafts and submitted answers stay."
          confirmLabel="Remove"
          onConfirm={leave}
          trigger={
            <Button variant="ghost" size="icon" aria-label={`Remove ${name}`}>
              <UserMinus aria-hidden className="size-4" />
            </Button>
          }
        />
      </Td>
    </>
  )
}
