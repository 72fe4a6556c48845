'use client'

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type KeyBinding, matchBinding } from '@/lib/client/keyboard'
import { readKeyContext } from '@/lib/client/keyboard-guards'
import { readChordsOnly, subscribeChordsOnly } from '@/lib/client/keyboard-preference'

type Handlers<Id extends string> = Partial<Record<Id, ((event: KeyboardEvent) => void) | undefined>>

/**
 * Runs the handler of the binding that a key press means. A binding without a handler is as if absent, so an action
 * that is not possible now is simply left out. Only handled keys are kept from the browser.
 */
export function useKeymap<Id extends string>(
  bindings: readonly KeyBinding<Id>[],
  handlers: Handlers<Id>,
  enabled = true,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const usable = bindings.filter((binding) => handlers[binding.id])
    const input = {
      key: event.key,
      code: event.code,
      keyCode: event.keyCode,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      altKey: event.altKey,
      shiftKey: event.shiftKey,
      repeat: event.repeat,
      isComposing: event.isComposing,
      altGraph: event.getModifierState('AltGraph'),
    }
    const binding = matchBinding(usable, input, { ...readKeyContext(event), chordsOnly: readChordsOnly() })
    const handler = binding && handlers[binding.id]
    if (!handler) return
    event.preventDefault()
    handler(event)
  })

  useEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [enabled])
}

/** Has the reader switched shortcuts of a single key off? */
export function useChordsOnly(): boolean {
  return useSyncExternalStore(subscribeChordsOnly, readChordsOnly, () => false)
}
