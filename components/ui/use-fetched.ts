'use client'

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { whenIdle } from './when-idle'
import { whenUsed } from './when-used'

/** After this long what could not be had is asked for again. */
const AGAIN_MS = 5_000

/**
 * Code that a page can do without at first: fetched once the page is used and the browser idle (or when `wait` says), or `now`, again and again where
 * it cannot be had; null before.
 */
export function useFetched<T>(load: () => Promise<T>, now = false, wait: typeof whenIdle = whenUsed): T | null {
  const [fetched, setFetched] = useState<{ it: T } | null>(null)
  const bring = useEffectEvent(load)
  const isThere = fetched !== null
  useEffect(() => {
    if (isThere) return
    let left = false
    let again: ReturnType<typeof setTimeout> | undefined
    const begin = () =>
      void bring().then(
        (it) => left || setFetched({ it }),
        () => {
          if (!left) again = setTimeout(begin, AGAIN_MS)
        },
      )
    const stop = now ? begin() : wait(begin)
    return () => {
      left = true
      clearTimeout(again)
      stop?.()
    }
  }, [now, wait, isThere])
  return fetched ? fetched.it : null
}

/** The same for what is drawn around a button: the button is another one then, and has the focus if the first one had it. */
export function useFetchedAround<T>(
  button: RefObject<HTMLElement | null>,
  load: () => Promise<T>,
  now = false,
): T | null {
  const hadFocus = useRef(false)
  const fetched = useFetched(async () => {
    const it = await load()
    hadFocus.current = document.activeElement === button.current
    return it
  }, now)
  useEffect(() => {
    if (fetched && !now && hadFocus.current) button.current?.focus()
    hadFocus.current = false
  }, [fetched, now, button])
  return fetched
}
