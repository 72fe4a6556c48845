'use client'
import { type ReactNode, useEffect } from 'react'
import { toast } from '@/components/ui/toast'
import { fitting } from '@/lib/platform/client/keymap-rules'
import { readKeyChoices, writeKeyChoices } from '@/lib/platform/client/keymap-store'
import { KeyOwner } from '@/lib/platform/client/use-key-choices'
import type { KeyTables } from './sections'

type LoadTables = () => Promise<KeyTables>
type OwnKeysProps = { userId: string; loadTables: LoadTables; children: ReactNode }

/** Puts the keys in force that one person chose in this browser, before those of newer tables; what that changes is said once. */
export function OwnKeys({ userId, loadTables, children }: OwnKeysProps) {
  useEffect(() => {
    if (Object.keys(readKeyChoices(userId)).length > 0) void fitToTables(userId, loadTables)
  }, [userId, loadTables])
  return <KeyOwner value={userId}>{children}</KeyOwner>
}

/** Only those who chose keys load the tables. A list that cannot be loaded now is checked at the next page. */
async function fitToTables(userId: string, loadTables: LoadTables): Promise<void> {
  const tables = await loadTables().catch(() => null)
  if (tables === null) return
  const { choices, dropped, displaced } = fitting(tables.screens, readKeyChoices(userId))
  if (dropped.length === 0 && displaced.length === 0) return
  writeKeyChoices(userId, choices)
  const words = [
    dropped.length === 0 ? '' : droppedWords(dropped.length),
    displaced.length === 0 ? '' : displacedWords(displaced.length),
    'See the keys in your account.',
  ]
  toast.info(words.filter((each) => each !== '').join(' '), { id: 'keys' })
}

const droppedWords = (count: number) =>
  count === 1
    ? 'One key you chose cannot be used any more: its action has the default again.'
    : `${count} keys you chose cannot be used any more: their actions have the defaults again.`

const displacedWords = (count: number) =>
  count === 1
    ? 'A new default key is one that you chose for another action: yours stays.'
    : `${count} new default keys are ones that you chose for other actions: yours stay.`
