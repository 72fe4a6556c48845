'use client'
import { useSyncExternalStore } from 'react'

const PREFIX = 'assay-draft/'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const unkept = new Map<string, string>()

function read(name: string): string {
  try {
    return unkept.get(name) ?? sessionStorage.getItem(PREFIX + name) ?? ''
  } catch {
    return ''
  }
}

function write(name: string, text: string): void {
  unkept.delete(name)
  try {
    sessionStorage.setItem(PREFIX + name, text)
  } catch {
    unkept.set(name, text)
  }
  for (const listener of listeners) listener()
}

/** A line that is no answer yet (half a link); it outlives a reload. */
export function useDraft(name: string): [text: string, set: (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => read(name),
    () => '',
  )
  return [text, (next) => write(name, next)]
}
