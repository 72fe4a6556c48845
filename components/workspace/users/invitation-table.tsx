'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { counted } from '@/lib/text/counted'
import type { OneTimeLink as Link } from '@/lib/workspace/users/contract'
import type { Invitation, InvitationList } from '@/lib/workspace/users/invitations/contract'
import { invitationsQuery, useRenewInvitation, useRevokeInvitation } from '@/lib/workspace/users/invitations/hooks'
import { ROLE_TEXT } from '@/lib/workspace/users/members/contract'
import { OneTimeLink } from './one-time-link'

const SHOWN = [
  { value: 'open', label: 'Open' },
  { value: 'all', label: 'All' },
] as const
type Shown = (typeof SHOWN)[number]['value']

const FIRST = { show: 'open', page: 1 } as const
const RENEWED_DAYS = 7

type InvitationTableProps = {
  projectId: string | null
  /** The first page of what is open. */
  initialData: InvitationList
}

/** For whom each link was and who came, with what can be done about it. */
export function InvitationTable({ projectId, initialData }: InvitationTableProps) {
  const [part, setPart] = useState<{ show: Shown; page: number }>(FIRST)
  const isFirst = part.show === FIRST.show && part.page === FIRST.page
  const { data } = useQuery({
    ...invitationsQuery(projectId, part),
    initialData: isFirst ? initialData : undefined,
    placeholderData: keepPreviousData,
  })
  const [renewed, setRenewed] = useState<{ link: Link; places: number } | null>(null)
  const { invitations, total, pageSize } = data ?? initialData
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return (
    <Panel
      title="Invitations"
      description="For whom each link was, and who came by it."
      actions={
        <SegmentedControl
          label="Show"
          options={SHOWN}
          value={part.show}
          onValueChange={(show) => setPart({ show, page: 1 })}
        />
      }
    >
      {invitations.length === 0 ? (
        <p className="text-muted text-sm">{part.show === 'open' ? 'No link is open.' : 'Nobody was invited yet.'}</p>
      ) : (
        <Table stacked caption="Invitations">
          <thead>
            <tr>
              <Th>For</Th>
              <Th>Invited to</Th>
              <Th>State</Th>
              <Th>Who came</Th>
              <Th>By</Th>
              <Th>Until</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {invitations.map((invitation) => (
              <Tr key={invitation.id}>
                <Th scope="row" className="break-words">
                  {forWhom(invitation)}
                </Th>
                <Td label="Invited to">{promise(invitation, projectId === null)}</Td>
                <Td label="State">
                  <Badge tone={invitation.state === 'open' ? 'accent' : undefined}>
                    {STATE_TEXT[invitation.state]}
                  </Badge>
                </Td>
                <Td label="Who came">
                  <Came invitation={invitation} />
                </Td>
                <Td label="By">{invitation.createdBy}</Td>
                <Td label="Until">
                  <Time value={invitation.expiresAt} format="relative" />
                </Td>
                <Td>
                  <Actions
                    invitation={invitation}
                    onRenewed={(link) => setRenewed({ link, places: invitation.places - invitation.came })}
                  />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      {pages > 1 ? (
        <nav aria-label="Pages of invitations" className="mt-3 flex flex-wrap items-center gap-2">
          <Button size="sm" disabled={part.page === 1} onClick={() => setPart({ ...part, page: part.page - 1 })}>
            Newer
          </Button>
          <Button size="sm" disabled={part.page >= pages} onClick={() => setPart({ ...part, page: part.page + 1 })}>
            Older
          </Button>
          <span className="text-muted text-sm">
            Page {part.page} of {pages}, {counted(total, 'invitation')}
          </span>
        </nav>
      ) : null}
      <Dialog
        open={renewed !== null}
        onOpenChange={(open) => (open ? undefined : setRenewed(null))}
        title="The new link"
        description="The link before it has ended."
      >
        {renewed ? (
          <div className="flex flex-col gap-4">
            <OneTimeLink link={renewed.link} label="Invitation link" places={renewed.places} />
            <DialogClose>
              <Button className="self-end">Done</Button>
            </DialogClose>
          </div>
        ) : null}
      </Dialog>
    </Panel>
  )
}

const STATE_TEXT: Record<Invitation['state'], string> = {
  open: 'open',
  used: 'used up',
  expired: 'expired',
  withdrawn: 'withdrawn',
}

function Came({ invitation: { came, people, places } }: { invitation: Invitation }) {
  if (people.length === 0) return <span className="text-muted">{places === 1 ? 'Nobody yet' : `0 of ${places}`}</span>
  return (
    <>
      {places > 1 ? <span className="block">{`${came} of ${places}`}</span> : null}
      <span dir="auto" className={places > 1 ? 'text-muted text-xs' : undefined}>
        {people.map(({ name }) => name).join(', ')}
        {came > people.length ? ` and ${came - people.length} more` : ''}
      </span>
    </>
  )
}

function Actions({ invitation, onRenewed }: { invitation: Invitation; onRenewed: (link: Link) => void }) {
  const revoke = useRevokeInvitation()
  const renew = useRenewInvitation()
  const { id, state } = invitation
  if (state === 'used' || state === 'withdrawn') return null
  const whose = <span className="sr-only"> the invitation for {forWhom(invitation)}</span>
  const handleRenew = () =>
    renew.mutate(
      { invitationId: id, days: RENEWED_DAYS },
      {
        onSuccess: onRenewed,
        onError: (error) => toast.error('It could not be renewed', { description: error.message }),
      },
    )
  const handleWithdraw = () =>
    revoke.mutate(id, {
      onSuccess: () => toast.success('Invitation withdrawn'),
      onError: (error) => toast.error('It could not be withdrawn', { description: error.message }),
    })
  return (
    <span className="flex gap-2">
      <Button size="sm" onClick={handleRenew} loading={renew.isPending}>
        Renew{whose}
      </Button>
      <Button size="sm" onClick={handleWithdraw} loading={revoke.isPending}>
        Withdraw{whose}
      </Button>
    </span>
  )
}

function forWhom({ email, emailDomain, places }: Invitation): string {
  if (email) return email
  if (places === 1) return emailDomain ? `Somebody at @${emailDomain}` : 'Whoever has the link'
  return `Up to ${places} people${emailDomain ? ` at @${emailDomain}` : ''}`
}

/** "Reviewer in Oceans, may create projects, administrator"; without the project where the page is the project's. */
function promise({ project, role, isAdmin, canCreateProjects }: Invitation, isProjectNamed: boolean): string {
  const membership = project && role ? `${ROLE_TEXT[role].name}${isProjectNamed ? ` in ${project.name}` : ''}` : null
  const rights = [canCreateProjects ? 'may create projects' : null, isAdmin ? 'administrator' : null]
  return [membership ?? 'An account', ...rights].filter(Boolean).join(', ')
}
