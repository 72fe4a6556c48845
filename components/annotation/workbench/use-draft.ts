'use client'
import { useSyncExternalStore } from 'react'
import { storedTexts } from '@/lib/platform/client/stored-texts'

const lines = storedTexts(() => sessionStorage, 'assay-draft/')

export const readDraft = (name: string): string => lines.read(name) ?? ''
export const writeDraft = (name: string, text: string): void => void lines.write(name, text)

/** A line that is no answer yet (half a link); it outlives a reload. */
export function useDraft(name: string): [text: string, set: (text: string) => void] {
  const text = useSyncExternalStore(
    lines.subscribe,
    () => readDraft(name),
    () => '',
  )
  return [text, (next) => writeDraft(name, next)]
}
