'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { type KeyChoices, NO_CHOICES } from './keymap'
import { readKeyChoices, subscribeKeyChoices } from './keymap-store'

/** Whose keys are in force: the id of who is signed in. */
export const KeyOwner = createContext('')

/** The keys that the reader chose in this browser; on the server, and until the page is alive, none. */
export function useKeyChoices(): KeyChoices {
  const owner = useContext(KeyOwner)
  return useSyncExternalStore(
    subscribeKeyChoices,
    () => readKeyChoices(owner),
    () => NO_CHOICES,
  )
}
