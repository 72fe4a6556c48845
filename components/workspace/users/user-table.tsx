'use client'

import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu'
import { Ellipsis } from '@/components/ui/icons'
import { Switch } from '@/components/ui/switch'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { ToneMark } from '@/components/ui/tone-mark'
import type { User, UserPage } from '@/lib/workspace/users/contract'
import { useCreateReset, useUserAction } from '@/lib/workspace/users/hooks'
import { OneTimeLink } from './one-time-link'

type UserAction = 'reset' | 'promote' | 'demote' | 'deactivate' | 'reactivate' | 'remove'

/** What can be done about an account, by its state. */
function UserMenu({ user, onChoose }: { user: User; onChoose: (action: UserAction) => void }) {
  const item = (action: UserAction, label: string, tone?: 'danger') => (
    <MenuItem tone={tone} onSelect={() => onChoose(action)}>
      {label}
    </MenuItem>
  )
  const active = user.state === 'active'
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${user.name}`}>
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      }
    >
      {active ? item('reset', 'Make a reset link') : null}
      {active && !user.isAdmin ? item('promote', 'Make administrator') : null}
      {user.isAdmin ? item('demote', 'Revoke the administrator right') : null}
      <MenuSeparator />
      {active ? item('deactivate', 'Deactivate') : item('reactivate', 'Reactivate')}
      {item('remove', 'Remove for good', 'danger')}
    </DropdownMenu>
  )
}

interface Words {
  title: (name: string) => string
  description: string
  confirm: string
  done: (name: string) => string
}

const WORDS: Record<Exclude<UserAction, 'reset'>, Words> = {
  promote: {
    title: (name) => `Make ${name} an administrator?`,
    description: 'Administrators see and manage every project and every account. The person has to sign in again.',
    confirm: 'Make administrator',
    done: (name) => `${name} is an administrator now`,
  },
  demote: {
    title: (name) => `Revoke the administrator right of ${name}?`,
    description: 'Memberships stay as they are. The person has to sign in again.',
    confirm: 'Revoke',
    done: (name) => `${name} is no longer an administrator`,
  },
  deactivate: {
    title: (name) => `Deactivate ${name}?`,
    description: 'Sessions and tokens stop working at once, and open work goes back for others. It can be undone.',
    confirm: 'Deactivate',
    done: (name) => `${name} is deactivated`,
  },
  reactivate: {
    title: (name) => `Reactivate ${name}?`,
    description: 'The password and the memberships are those of before; open work has to be assigned anew.',
    confirm: 'Reactivate',
    done: (name) => `${name} can sign in again`,
  },
  remove: {
    title: (name) => `Remove ${name} for good?`,
    description:
      'An alias takes the place of the name everywhere; e-mail address, password and tokens are deleted. Labels, comments and history stay under the alias. This cannot be undone.',
    confirm: 'Remove for good',
    done: (name) => `${name} has been removed`,
  },
}

type UserActionDialogProps = {
  user: User
  action: keyof typeof WORDS
  /** The reader's own account: most actions end their session. */
  isSelf: boolean
  onClose: () => void
}

/** Asks before an administrator changes an account. */
function UserActionDialog({ user, action, isSelf, onClose }: UserActionDialogProps) {
  const act = useUserAction()
  const words = WORDS[action]
  const confirm = async () => {
    await act.mutateAsync({ userId: user.id, action })
    if (isSelf) window.location.assign('/sign-in')
    toast.success(words.done(user.name))
  }
  return (
    <AlertDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={words.title(user.name)}
      description={words.description}
      confirmLabel={words.confirm}
      onConfirm={confirm}
      tone={action === 'promote' || action === 'reactivate' ? 'primary' : 'danger'}
      typeToConfirm={action === 'remove' ? user.name : undefined}
    />
  )
}

/** Makes a reset link for a person and shows it once. */
function ResetDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const create = useCreateReset()
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Reset link for ${user.name}`}
      description="With it they choose a new password; the old one works until then. Their sessions and personal tokens end with it; earlier links stop working now."
    >
      <div className="flex flex-col gap-4">
        {create.data ? <OneTimeLink link={create.data} label="Reset link" /> : null}
        {create.error ? <Callout tone="danger">{create.error.message}</Callout> : null}
        {create.data ? (
          <Button onClick={onClose} className="self-end">
            Done
          </Button>
        ) : (
          <Button
            variant="primary"
            onClick={() => create.mutate(user.id)}
            loading={create.isPending}
            className="self-end"
          >
            Make the link
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Accounts, each with a menu of what an administrator may do about it. */
export function UserTable({ userId, users, alike }: { userId: string } & Pick<UserPage, 'users' | 'alike'>) {
  const [chosen, setChosen] = useState<{ user: User; action: UserAction } | null>(null)
  const close = () => setChosen(null)
  return (
    <>
      <Table stacked caption="People">
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
                <LooksLike name={alike.find((each) => each.userId === user.id)?.name} />
              </Th>
              <Td label="E-mail">{user.email ?? '–'}</Td>
              <Td numeric label="Projects">
                {user.projects}
              </Td>
              <Td label="Creates projects">
                <ProjectCreation user={user} />
              </Td>
              <Td label="Since">
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

/** Two people whom readers take for one another: told to whoever can have one of them renamed. */
const LooksLike = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : (
    <span className="mt-1 flex items-center gap-1.5 font-normal text-xs">
      <ToneMark tone="warning" />
      <span>
        Looks like another person’s name: <bdi>{name}</bdi>
      </span>
    </span>
  )

function UserBadges({ user }: { user: User }) {
  return (
    <>
      {user.isAdmin ? <Badge tone="accent">Administrator</Badge> : null}
      {user.state === 'deactivated' ? <Badge>Deactivated</Badge> : null}
      {user.state === 'removed' ? <Badge>Removed</Badge> : null}
      {user.demo ? <Badge tone="warning">Demo, published password</Badge> : null}
    </>
  )
}
