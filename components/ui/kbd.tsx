'use client'

import { useSyncExternalStore } from 'react'
import { keyCaps } from '@/lib/client/keyboard-format'
import { cn } from './cn'

const never = () => () => {}
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

type KbdProps = {
  /** As in a key table, e.g. `j` or `mod+enter`. */
  keys: string
  /** Not read out: for buttons, which say their key with `aria-keyshortcuts`. */
  hidden?: boolean
  className?: string
}

/** Key caps. Inherits the colour of the text around it, so that it also stands on filled buttons. */
export function Kbd({ keys, hidden, className }: KbdProps) {
  const apple = useSyncExternalStore(never, isApple, () => false)
  return (
    <kbd aria-hidden={hidden} className={cn('inline-flex shrink-0 items-center gap-0.5 font-sans', className)}>
      {keyCaps(keys, apple).map((cap) => (
        <span
          key={cap}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-current/40 px-1 font-medium text-[0.6875rem] leading-none"
        >
          {cap}
        </span>
      ))}
    </kbd>
  )
}
