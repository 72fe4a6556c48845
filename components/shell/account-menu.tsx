'use client'

import { ChevronDown, CircleUser, LogOut, ShieldCheck, UserCog } from 'lucide-react'
import { signOut } from 'next-auth/react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuChoice, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '@/components/ui/dropdown-menu'
import { THEME_OPTIONS } from './theme-options'
import { useTheme } from './use-theme'

/** The signed-in person, as the shell needs to know them; an actor will do. */
export type ShellUser = { name: string; isAdmin: boolean; email?: string }

const ICON = 'size-4 text-muted'

/** Everything about the signed-in person: theme, account, sign-out. */
export function AccountMenu({ user }: { user: ShellUser }) {
  const [theme, setTheme] = useTheme()
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" aria-label={`Account of ${user.name}`} className="max-w-48 px-2">
          <CircleUser aria-hidden className="size-5 shrink-0" />
          <span className="truncate max-sm:hidden">{user.name}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </Button>
      }
    >
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
      <MenuItem icon={<LogOut aria-hidden className={ICON} />} onSelect={() => signOut({ callbackUrl: '/sign-in' })}>
        Sign out
      </MenuItem>
    </DropdownMenu>
  )
}
