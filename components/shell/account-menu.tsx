'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ChevronDown, CircleUser } from '@/components/ui/icons'
import { useFetchedAround } from '@/components/ui/use-fetched'

// The menu draws a button of its own in the place of the first one.
const loadActs = () => import('./account-acts').then(({ AccountActs }) => AccountActs)

/** The signed-in person, as the shell needs to know them; an actor will do. */
export type ShellUser = { userId: string; name: string; isAdmin: boolean; email?: string }

/** The button with everything about the signed-in person behind it. */
export function AccountMenu({ user }: { user: ShellUser }) {
  const [pressed, setPressed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const Acts = useFetchedAround(button, loadActs, pressed)
  const trigger = (
    <Button
      ref={button}
      variant="ghost"
      aria-label={`Account of ${user.name}`}
      className="max-w-48 px-2"
      {...(Acts ? {} : { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: () => setPressed(true) })}
    >
      <CircleUser aria-hidden className="size-5 shrink-0" />
      <span className="truncate max-sm:hidden">{user.name}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
    </Button>
  )
  return Acts ? <Acts user={user} trigger={trigger} defaultOpen={pressed} /> : trigger
}
