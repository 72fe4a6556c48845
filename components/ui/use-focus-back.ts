import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isFocusFree } from '@/lib/platform/client/keyboard-guards'

/** What had the focus before each dialog or drawer, for what is opened from a button in one that goes meanwhile. */
const beforeOverlay = new WeakMap<Element, Element>()

const OVERLAY = '[role="dialog"], [role="alertdialog"]'

/** The element itself while it is there; for an entry of a menu its button, for a part of a dialog what led to the dialog. */
function leadingBack(element: Element | null | undefined): HTMLElement | null {
  if (!element || element === document.body) return null
  if (element.isConnected) return element instanceof HTMLElement ? element : null
  const menu = element.closest('[role="menu"]')
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  const overlay = element.closest(OVERLAY)
  return overlay && leadingBack(beforeOverlay.get(overlay))
}

/**
 * Remembers what had the focus when something came to lie over the page, by key or by pointer. `giveBack` is for the moment
 * at which it has gone: what had the focus gets it again, unless something else has it by then; where that is gone too, the
 * page's main part gets it, so that nobody has to begin at its top.
 */
export function useFocusBack(isOpen: boolean, opener?: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement
  }, [isOpen])
  return {
    note: (event: Event) => {
      const led = opener?.current ?? before.current
      if (event.currentTarget instanceof Element && led) beforeOverlay.set(event.currentTarget, led)
    },
    giveBack: (event: Event) => {
      event.preventDefault()
      if (!isFocusFree()) return
      for (const next of [opener?.current, before.current]) leadingBack(next)?.focus({ preventScroll: true })
      const had = before.current !== null && before.current !== document.body
      if (had && isFocusFree()) document.getElementById('main')?.focus({ preventScroll: true })
    },
  }
}
