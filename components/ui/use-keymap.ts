'use client'

import { type KeyboardEvent as ReactKeyboardEvent, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { type KeyBinding, matchBinding } from '@/lib/platform/client/keyboard'
import { inputOf, noteScript, readKeyContext } from '@/lib/platform/client/keyboard-guards'
import { readChordsOnly, subscribeChordsOnly } from '@/lib/platform/client/keyboard-preference'
import { withChoices } from '@/lib/platform/client/keymap'
import { useKeyChoices } from '@/lib/platform/client/use-key-choices'

type Handlers<Id extends string> = Partial<Record<Id, ((event: KeyboardEvent) => void) | undefined>>

/**
 * Runs the handler of the binding that a key press means, by the reader's own keys. A binding without a handler is as if
 * absent, so an action that is not possible now is simply left out. Only handled keys are kept from the browser.
 */
export function useKeymap<Id extends string>(
  bindings: readonly KeyBinding<Id>[],
  handlers: Handlers<Id>,
  enabled = true,
): void {
  const choices = useKeyChoices()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const otherScript = noteScript(event)
    if (event.defaultPrevented) return
    const usable = bindings.filter((binding) => handlers[binding.id])
    const context = { ...readKeyContext(event), chordsOnly: readChordsOnly(), otherScript }
    const binding = matchBinding(withChoices(usable, choices), inputOf(event), context)
    const handler = binding && handlers[binding.id]
    if (!handler) return
    event.preventDefault()
    handler(event)
  })

  // Before the page is painted: whoever sees a question may press its key at once.
  useLayoutEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [enabled])
}

/** For a field's own handler: does this key press mean the action? Whatever lies over the page does not matter there. */
export function useKeyTest(): (binding: KeyBinding, event: ReactKeyboardEvent) => boolean {
  const choices = useKeyChoices()
  return (binding, event) => {
    const context = { typing: binding.when === 'typing', overlay: false, taken: [], otherScript: noteScript(event) }
    return matchBinding(withChoices([binding], choices), inputOf(event.nativeEvent), context) !== null
  }
}

/** Has the reader switched shortcuts of a single key off? */
export function useChordsOnly(): boolean {
  return useSyncExternalStore(subscribeChordsOnly, readChordsOnly, () => false)
}
