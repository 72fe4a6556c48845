'use client'

import { type ReactElement, useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { DropdownMenu, MenuChoice, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '@/components/ui/dropdown-menu'
import { LogOut, ShieldCheck, UserCog } from '@/components/ui/icons'
import { type LeftBehind, leftBehind } from '@/lib/platform/client/left-behind'
import { signOutHere } from '@/lib/platform/client/sign-out'
import type { ShellUser } from './account-menu'
import { THEME_OPTIONS } from './theme-options'
import { useTheme } from './use-theme'

type SignOutDialogProps = { left: LeftBehind; open: boolean; onOpenChange: (open: boolean) => void }

/** Says before signing out what only this browser has. */
function SignOutDialog({ left, open, onOpenChange }: SignOutDialogProps) {
  return (
    <AlertDialog
      tone="primary"
      title="Sign out with unsaved changes?"
      description={`${inWords(left)} on this device and nowhere else. It stays here after you sign out, where others who use this browser may find it, and is sent when you sign in here again. Stay to let it be saved first.`}
      confirmLabel="Sign out"
      cancelLabel="Stay"
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={signOutHere}
    />
  )
}

/** How much lies here: "2 changes and 1 text that was not sent are". */
function inWords({ changes, texts }: LeftBehind): string {
  const counted = [
    changes > 0 ? `${changes} unsaved ${changes === 1 ? 'change' : 'changes'}` : null,
    texts > 0 ? `${texts} unsent ${texts === 1 ? 'text' : 'texts'}` : null,
  ].filter((each) => each !== null)
  return `${counted.join(' and ')} ${changes + texts === 1 ? 'is' : 'are'}`
}

const ICON = 'size-4 text-muted'

interface AccountActsProps {
  user: ShellUser
  /** The button that opens them. */
  trigger: ReactElement
  /** The button was pressed already. */
  defaultOpen: boolean
}

/**
 * What the account's menu holds: theme, account, sign-out. The question at sign-out comes with it: something is unsent above
 * all when the network is away, and then it is too late to fetch it.
 */
export function AccountActs({ user, trigger, defaultOpen }: AccountActsProps) {
  const [theme, setTheme] = useTheme()
  const [left, setLeft] = useState<LeftBehind | null>(null)
  const signOut = () => {
    const now = leftBehind(user.userId)
    if (now.changes + now.texts > 0) setLeft(now)
    else void signOutHere()
  }
  return (
    <>
      <DropdownMenu trigger={trigger} defaultOpen={defaultOpen}>
        <MenuLabel>
          <span className="block truncate font-medium text-ink text-sm">{user.name}</span>
          {user.email ? <span className="block truncate">{user.email}</span> : null}
        </MenuLabel>
        <MenuSeparator />
        <MenuChoice label="Theme" options={THEME_OPTIONS} value={theme} onValueChange={setTheme} />
        <MenuSeparator />
        <MenuLink href="/account" icon={<UserCog aria-hidden className={ICON} />}>
          Account
        </MenuLink>
        {user.isAdmin ? (
          <MenuLink href="/admin/users" icon={<ShieldCheck aria-hidden className={ICON} />}>
            Administration
          </MenuLink>
        ) : null}
        <MenuItem icon={<LogOut aria-hidden className={ICON} />} onSelect={signOut}>
          Sign out
        </MenuItem>
      </DropdownMenu>
      {left ? <SignOutDialog left={left} open onOpenChange={(open) => !open && setLeft(null)} /> : null}
    </>
  )
}
