'use client'

import { Ellipsis } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu'
import type { User } from '@/lib/workspace/users/contract'

export type UserAction = 'reset' | 'promote' | 'demote' | 'deactivate' | 'reactivate' | 'remove'

/** What can be done about an account, by its state. */
export function UserMenu({ user, onChoose }: { user: User; onChoose: (action: UserAction) => void }) {
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
      {user.isAdmin ? item('demote', 'Take the administrator right') : null}
      <MenuSeparator />
      {active ? item('deactivate', 'Deactivate') : item('reactivate', 'Reactivate')}
      {item('remove', 'Remove for good', 'danger')}
    </DropdownMenu>
  )
}
