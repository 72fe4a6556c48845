'use client'

import { AlertDialog } from '@/components/ui/alert-dialog'
import { toast } from '@/components/ui/toast'
import type { User } from '@/lib/workspace/users/contract'
import { useUserAction } from '@/lib/workspace/users/hooks'
import type { UserAction } from './user-menu'

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
    title: (name) => `Take the administrator right from ${name}?`,
    description: 'Memberships stay as they are. The person has to sign in again.',
    confirm: 'Take the right',
    done: (name) => `${name} is no longer an administrator`,
  },
  deactivate: {
    title: (name) => `Deactivate ${name}?`,
    description: 'Sessions and tokens stop working at once, and open work goes back for others. It can be undone.',
    confirm: 'Deactivate',
    done: (name) => `${name} is deactivated`,
  },
  reactivate: {
    title: (name) => `Let ${name} in again?`,
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
export function UserActionDialog({ user, action, isSelf, onClose }: UserActionDialogProps) {
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
