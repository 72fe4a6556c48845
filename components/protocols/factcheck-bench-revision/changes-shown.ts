'use client'
import { useSyncExternalStore } from 'react'

/** Are the changes against the original shown in the revisions? As the reader last wished, from task to task. */
let areChangesShown = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function toggleChanges(): void {
  areChangesShown = !areChangesShown
  for (const listener of listeners) listener()
}

export function useChangesShown(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => areChangesShown,
    () => false,
  )
}
