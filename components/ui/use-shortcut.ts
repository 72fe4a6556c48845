'use client'

import { createContext, useContext, useSyncExternalStore } from 'react'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { ariaKeys, keysInWords } from '@/lib/platform/client/keyboard-format'
import { readLayout, subscribeLayout } from '@/lib/platform/client/keyboard-layout'
import { keysOf } from '@/lib/platform/client/keymap'
import { useKeyChoices } from '@/lib/platform/client/use-key-choices'

/** Are the keys of what is drawn in force? Where a part of another screen is shown to be read only, they are not. */
export const KeysInForce = createContext(true)

const never = () => () => {}
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** How keys are written for the reader: on Apple keyboards, and in their layout where the browser tells it. */
export function useKeyboardLook() {
  const apple = useSyncExternalStore(never, isApple, () => false)
  const layout = useSyncExternalStore(subscribeLayout, readLayout, () => null)
  return { apple, layout }
}

/** The key to show for an action, the first of the reader's own; undefined where it has none. */
export function useShortcut(binding: KeyBinding | undefined): string | undefined {
  const choices = useKeyChoices()
  const inForce = useContext(KeysInForce)
  return binding && inForce ? keysOf(binding, choices)[0] : undefined
}

/** `aria-keyshortcuts` of controls that are no `Button`. */
export function useAriaKeys(): (binding: KeyBinding | undefined) => string | undefined {
  const choices = useKeyChoices()
  const inForce = useContext(KeysInForce)
  return (binding) => {
    const first = binding && inForce ? keysOf(binding, choices)[0] : undefined
    return first === undefined ? undefined : ariaKeys(first)
  }
}

/** Keys in a sentence, e.g. "Ctrl+↵"; "no key" where the reader took it away. */
export function useKeyWords(): (binding: KeyBinding) => string {
  const choices = useKeyChoices()
  const { apple, layout } = useKeyboardLook()
  return (binding) => {
    const first = keysOf(binding, choices)[0]
    return first === undefined ? 'no key' : keysInWords(first, apple, layout)
  }
}
