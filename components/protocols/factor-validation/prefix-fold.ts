'use client'
import { useSyncExternalStore } from 'react'

/** Is the whole prefix shown? Kept from one item to the next: who wants to read it all wants it so. */
let isWhole = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function toggleWholePrefix(): void {
  isWhole = !isWhole
  for (const listener of listeners) listener()
}

export const useWholePrefix = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isWhole,
    () => false,
  )

/** Prefixes of up to so many characters are shown whole. */
const SHORT = 600

/**
 * The end of a prefix that is always in sight: its last paragraph, of a very long one the last sentences; `before` is
 * folded away. Put together they are the prefix.
 */
export function splitPrefix(prefix: string): { before: string; end: string } {
  if (prefix.length <= SHORT) return { before: '', end: prefix }
  const text = prefix.trimEnd()
  const paragraph = text.lastIndexOf('\n') + 1
  if (text.length - paragraph <= SHORT) return cutAt(prefix, paragraph)
  const tail = text.length - SHORT
  const sentence = /[.!?。！？؟।]["”’)]*\s+/u.exec(text.slice(tail))
  return cutAt(prefix, sentence ? tail + sentence.index + sentence[0].length : wordStart(text, tail))
}

const cutAt = (prefix: string, offset: number) => ({ before: prefix.slice(0, offset), end: prefix.slice(offset) })

/** Behind the next blank, so that no word is cut; without one, where a character begins. */
function wordStart(text: string, from: number): number {
  const blank = /\s+/.exec(text.slice(from))
  if (blank) return from + blank.index + blank[0].length
  return /[\uDC00-\uDFFF]/.test(text.charAt(from)) ? from + 1 : from
}
