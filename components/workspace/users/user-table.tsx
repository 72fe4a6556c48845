'use client'

import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Switch } from '@/components/ui/switch'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { User } from '@/lib/workspace/users/contract'
import { useUserAction } from '@/lib/workspace/users/hooks'
import { ResetDialog } from './reset-dialog'
import { UserActionDialog } from './user-action-dialog'
import { type UserAction, UserMenu } from './user-menu'

/** Accounts, each with a menu of what an administrator may do about it. */
export function UserTable({ userId, users }: { userId: string; users: User[] }) {
  const [chosen, setChosen] = useState<{ user: User; action: UserAction } | null>(null)
  const close = () => setChosen(null)
  return (
    <>
      <Table caption="People">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>E-mail</Th>
            <Th numeric>Projects</Th>
            <Th>Creates projects</Th>
            <Th>Since</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Tr key={user.id}>
              <Th scope="row" className="align-top">
                <span className="flex flex-wrap items-center gap-2">
                  {user.name}
                  {user.id === userId ? <span className="font-normal text-muted">(you)</span> : null}
                  <UserBadges user={user} />
                </span>
              </Th>
              <Td>{user.email ?? '–'}</Td>
              <Td numeric>{user.projects}</Td>
              <Td>
                <ProjectCreation user={user} />
              </Td>
              <Td>
                <Time value={user.createdAt} format="date" />
              </Td>
              <Td>
                {user.state === 'removed' ? null : (
                  <UserMenu user={user} onChoose={(action) => setChosen({ user, action })} />
                )}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {chosen?.action === 'reset' ? <ResetDialog user={chosen.user} onClose={close} /> : null}
      {chosen && chosen.action !== 'reset' ? (
        <UserActionDialog
          user={chosen.user}
          action={chosen.action}
          isSelf={chosen.user.id === userId}
          onClose={close}
        />
      ) : null}
    </>
  )
}

/** The right to create projects: administrators have it by being one. */
function ProjectCreation({ user }: { user: User }) {
  const act = useUserAction()
  if (user.state === 'removed') return null
  if (user.isAdmin) return <span className="text-muted text-sm">As administrator</span>
  const change = (allowed: boolean) =>
    act.mutate(
      { userId: user.id, action: allowed ? 'letCreate' : 'stopCreating' },
      {
        onSuccess: () => toast.success(`${user.name} ${allowed ? 'may now' : 'may no longer'} create projects`),
        onError: (error) => toast.error('The right was not changed', { description: error.message }),
      },
    )
  return (
    <Switch
      label={<span className="sr-only">{user.name} may create projects</span>}
      checked={user.canCreateProjects}
      disabled={act.isPending || (user.state !== 'active' && !user.canCreateProjects)}
      onCheckedChange={change}
    />
  )
}

function UserBadges({ user }: { user: User }) {
  return (
    <>
      {user.isAdmin ? <Badge tone="accent">Administrator</Badge> : null}
      {user.state === 'deactivated' ? <Badge>Deactivated</Badge> : null}
      {user.state === 'removed' ? <Badge>Removed</Badge> : null}
      {user.demo ? <Badge tone="stale">Demo, published password</Badge> : null}
    </>
  )
}
