'use client'
import { useSyncExternalStore } from 'react'

/** The element that has, or on a click has just lost, the focus: between two fields nobody has it for a moment. */
let focused: Element | null = null
const listeners = new Set<() => void>()

function follow(): void {
  focused = document.activeElement
  for (const listener of listeners) listener()
}
const followLater = () => setTimeout(follow, 0)

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Nobody followed until now: what is known may be of a page that is gone.
    focused = document.activeElement
    document.addEventListener('focusin', follow)
    document.addEventListener('focusout', followLater)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('focusin', follow)
    document.removeEventListener('focusout', followLater)
  }
}

/** Is the focus in one of these elements? */
export function useFocusIn(...ids: readonly string[]): boolean {
  return useSyncExternalStore(
    subscribe,
    () => ids.some((id) => document.getElementById(id)?.contains(focused) ?? false),
    () => false,
  )
}

/** The id of what has the focus. */
export const useFocusedId = (): string =>
  useSyncExternalStore(
    subscribe,
    () => focused?.id ?? '',
    () => '',
  )
