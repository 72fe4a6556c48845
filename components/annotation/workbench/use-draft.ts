'use client'
import { useSyncExternalStore } from 'react'
import { storedTexts } from '@/lib/platform/client/stored-texts'

const lines = storedTexts(() => sessionStorage, 'assay-draft/')

/** A line that is no answer yet (half a link); it outlives a reload. */
export function useDraft(name: string): [text: string, set: (text: string) => void] {
  const text = useSyncExternalStore(
    lines.subscribe,
    () => lines.read(name) ?? '',
    () => '',
  )
  return [text, (next) => void lines.write(name, next)]
}
