'use client'
import { useCallback, useSyncExternalStore } from 'react'
import { storedTexts } from './stored-texts'

const drafts = storedTexts(() => localStorage, 'assay-draft:')
const read = (key: string) => drafts.read(key) ?? ''
const write = (key: string, text: string) => drafts.write(key, text === '' ? null : text)

/**
 * A text being written, kept in this browser from key to key until it is cleared; one per `key`, which names its writer,
 * because browsers are shared. `clear` takes what was sent, and leaves a text alone that was written on meanwhile.
 */
export function useStoredDraft(
  key: string,
): [draft: string, set: (text: string) => void, clear: (sent: string) => void] {
  const draft = useSyncExternalStore(
    drafts.subscribe,
    () => read(key),
    () => '',
  )
  const set = useCallback((text: string) => void write(key, text), [key])
  const clear = useCallback(
    (sent: string) => {
      if (read(key) === sent) write(key, '')
    },
    [key],
  )
  return [draft, set, clear]
}
