'use client'

import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { keyCaps } from '@/lib/platform/client/keyboard-format'
import { cn } from './cn'
import { Sign } from './sign'
import { useKeyboardLook, useShortcut } from './use-shortcut'

type KbdProps = {
  /** The action; its first key for the reader is drawn, and nothing where it has none. */
  of?: KeyBinding
  /** Keys as such, e.g. `j` or `mod+enter`: for lists of keys. */
  keys?: string
  /**
   * Not read out: for buttons, which say their key with `aria-keyshortcuts`. Not drawn on narrow screens, where one touches
   * more often than one types.
   */
  hidden?: boolean
  className?: string
}

/** Key caps. Inherits the colour of the text around it, so that it also stands on filled buttons. */
export function Kbd({ of, keys, hidden, className }: KbdProps) {
  const { apple, layout } = useKeyboardLook()
  const shortcut = useShortcut(of)
  const displayedKeys = keys ?? shortcut
  if (displayedKeys === undefined) return null
  return (
    <kbd
      aria-hidden={hidden}
      className={cn('inline-flex shrink-0 items-center gap-0.5 font-sans', hidden && 'max-sm:hidden', className)}
    >
      {keyCaps(displayedKeys, apple, layout).map((cap) => (
        <span
          key={cap}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-current/40 px-1 font-medium text-[0.6875rem] leading-none"
        >
          <Sign of={cap} />
          {cap === '↵' ? <span className="sr-only">Enter</span> : null}
        </span>
      ))}
    </kbd>
  )
}
