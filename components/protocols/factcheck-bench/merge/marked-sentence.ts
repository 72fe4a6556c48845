'use client'
import { useSyncExternalStore } from 'react'

/** The sentence that the pointer or the focus is on, in the original text or in the revised one. */
let marked: string | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function mark(sentence: string | null): void {
  if (marked === sentence) return
  marked = sentence
  for (const listener of listeners) listener()
}

export function useMarkedSentence(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => marked,
    () => null,
  )
}

/** What makes an element mark a sentence while the pointer or the focus is on it. */
export const marking = (sentence: string) => ({
  onPointerEnter: () => mark(sentence),
  onPointerLeave: () => mark(null),
  onFocus: () => mark(sentence),
  onBlur: () => mark(null),
})
