'use client'
import { type ReactNode, useEffect } from 'react'
import { toast } from '@/components/ui/toast'
import { fitting } from '@/lib/platform/client/keymap-rules'
import { readKeyChoices, writeKeyChoices } from '@/lib/platform/client/keymap-store'
import { KeyOwner } from '@/lib/platform/client/use-key-choices'
import type { KeyTables } from './sections'

type LoadTables = () => Promise<KeyTables>
type OwnKeysProps = { userId: string; loadTables: LoadTables; children: ReactNode }

/** Puts the keys in force that one person chose in this browser; what does not fit any more is given up and said once. */
export function OwnKeys({ userId, loadTables, children }: OwnKeysProps) {
  useEffect(() => {
    if (Object.keys(readKeyChoices(userId)).length > 0) void giveUpWhatFitsNoMore(userId, loadTables)
  }, [userId, loadTables])
  return <KeyOwner value={userId}>{children}</KeyOwner>
}

/** Only those who chose keys load the tables. A list that cannot be loaded now is checked at the next page. */
async function giveUpWhatFitsNoMore(userId: string, loadTables: LoadTables): Promise<void> {
  const tables = await loadTables().catch(() => null)
  if (tables === null) return
  const { choices, dropped } = fitting(tables.screens, readKeyChoices(userId))
  if (dropped.length === 0) return
  writeKeyChoices(userId, choices)
  const count = dropped.length === 1 ? 'One key you chose does' : `${dropped.length} keys you chose do`
  toast.info(`${count} not fit any more: the default is back. See your account.`, { id: 'keys' })
}
