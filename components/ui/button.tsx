'use client'

import type { ComponentProps, ReactNode } from 'react'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class'
import { Kbd } from './kbd'
import { Spinner } from './spinner'
import { useAriaKeys } from './use-shortcut'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Whose key is shown as caps and announced; a keymap handles it. */
  shortcut?: KeyBinding
  /** Announced only, where there is no room for caps. */
  hiddenShortcut?: KeyBinding
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  loading?: boolean
  icon?: ReactNode
}

/** A button; `type="button"` unless told otherwise. With size `icon` give it an `aria-label`. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    shortcut,
    hiddenShortcut,
    loading = false,
    icon,
    className,
    children,
    onClick,
    type = 'button',
    ...rest
  } = props
  const aria = useAriaKeys()
  return (
    <button
      type={loading ? 'button' : type}
      className={buttonClass(variant, size, className)}
      aria-keyshortcuts={aria(shortcut ?? hiddenShortcut)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? undefined : onClick}
      {...rest}
    >
      {loading ? <Spinner /> : icon}
      {children}
      {shortcut ? <Kbd of={shortcut} hidden className="-me-1 max-sm:hidden" /> : null}
    </button>
  )
}
