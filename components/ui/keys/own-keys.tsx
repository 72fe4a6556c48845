'use client'
import { type ReactNode, useEffect } from 'react'
import { toast } from '@/components/ui/toast'
import { fitting } from '@/lib/platform/client/keymap-rules'
import { readKeyChoices, writeKeyChoices } from '@/lib/platform/client/keymap-store'
import { KeyOwner } from '@/lib/platform/client/use-key-choices'

/** Puts the keys in force that one person chose in this browser; what does not fit any more is given up and said once. */
export function OwnKeys({ userId, children }: { userId: string; children: ReactNode }) {
  useEffect(() => {
    if (Object.keys(readKeyChoices(userId)).length > 0) void giveUpWhatFitsNoMore(userId)
  }, [userId])
  return <KeyOwner value={userId}>{children}</KeyOwner>
}

/** Only those who chose keys load the tables. A list that cannot be loaded now is checked at the next page. */
async function giveUpWhatFitsNoMore(userId: string): Promise<void> {
  const screens = await import('./screens').then(({ loadScreens }) => loadScreens()).catch(() => null)
  if (screens === null) return
  const { choices, dropped } = fitting(screens, readKeyChoices(userId))
  if (dropped.length === 0) return
  writeKeyChoices(userId, choices)
  const count = dropped.length === 1 ? 'One key you chose does' : `${dropped.length} keys you chose do`
  toast.info(`${count} not fit any more: the default is back. See your account.`, { id: 'keys' })
}
