'use client'
import { useCallback, useSyncExternalStore } from 'react'

const PREFIX = 'assay-draft:'
const listeners = new Set<() => void>()
/** What this page wrote, for browsers that keep nothing. */
const unkept = new Map<string, string>()

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  window.addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', notify)
  }
}

function read(key: string): string {
  try {
    return localStorage.getItem(PREFIX + key) ?? unkept.get(key) ?? ''
  } catch {
    return unkept.get(key) ?? ''
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, text)
    unkept.delete(key)
  } catch {
    unkept.set(key, text)
  }
  for (const notify of listeners) notify()
}

/**
 * A text being written, kept in this browser from key to key until it is cleared; one per `key`. `clear` takes what was
 * sent, and leaves a text alone that was written on meanwhile.
 */
export function useStoredDraft(
  key: string,
): [draft: string, set: (text: string) => void, clear: (sent: string) => void] {
  const draft = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => '',
  )
  const set = useCallback((text: string) => write(key, text), [key])
  const clear = useCallback(
    (sent: string) => {
      if (read(key) === sent) write(key, '')
    },
    [key],
  )
  return [draft, set, clear]
}
