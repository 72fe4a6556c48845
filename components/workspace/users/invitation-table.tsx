'use client'

import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { Invitation } from '@/lib/workspace/users/invitations/contract'
import { invitationsQuery, useRevokeInvitation } from '@/lib/workspace/users/invitations/hooks'
import { ROLE_TEXT } from '@/lib/workspace/users/members/contract'

/** Invitations that can still be accepted, each with a button to withdraw it; nothing while there are none. */
export function InvitationTable({ projectId, initialData }: { projectId: string | null; initialData: Invitation[] }) {
  const { data } = useQuery({ ...invitationsQuery(projectId), initialData: { invitations: initialData } })
  const revoke = useRevokeInvitation()
  if (data.invitations.length === 0) return null
  const withdraw = (id: string) =>
    revoke.mutate(id, {
      onSuccess: () => toast.success('Invitation withdrawn'),
      onError: (error) => toast.error('It could not be withdrawn', { description: error.message }),
    })
  return (
    <Panel title="Open invitations" description="Links that nobody has used yet.">
      <Table stacked caption="Open invitations">
        <thead>
          <tr>
            <Th>For</Th>
            <Th>Invited to</Th>
            <Th>By</Th>
            <Th>Expires</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {data.invitations.map((invitation) => (
            <Tr key={invitation.id}>
              <Th scope="row">{invitation.email ?? 'Whoever has the link'}</Th>
              <Td label="Invited to">{promise(invitation)}</Td>
              <Td label="By">{invitation.createdBy}</Td>
              <Td label="Expires">
                <Time value={invitation.expiresAt} format="relative" />
              </Td>
              <Td>
                <Button
                  size="sm"
                  onClick={() => withdraw(invitation.id)}
                  loading={revoke.variables === invitation.id && revoke.isPending}
                >
                  Withdraw
                  <span className="sr-only"> the invitation for {invitation.email ?? 'whoever has the link'}</span>
                </Button>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

/** "Reviewer in Oceans, may create projects, administrator" */
function promise({ project, role, isAdmin, canCreateProjects }: Invitation): string {
  const membership = project && role ? `${ROLE_TEXT[role].name} in ${project.name}` : null
  const rights = [canCreateProjects ? 'may create projects' : null, isAdmin ? 'administrator' : null]
  return [membership ?? 'An account', ...rights].filter(Boolean).join(', ')
}
