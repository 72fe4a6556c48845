import type { ComponentProps, ReactNode } from 'react'
import { ariaKeys } from '@/lib/client/keyboard-format'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class'
import { Kbd } from './kbd'
import { Spinner } from './spinner'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shown as key caps and announced; the key itself is handled by a keymap. */
  shortcut?: string
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
    loading = false,
    icon,
    className,
    children,
    onClick,
    type = 'button',
    ...rest
  } = props
  return (
    <button
      type={loading ? 'button' : type}
      className={buttonClass(variant, size, className)}
      aria-keyshortcuts={shortcut ? ariaKeys(shortcut) : undefined}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? undefined : onClick}
      {...rest}
    >
      {loading ? <Spinner /> : icon}
      {children}
      {shortcut ? <Kbd keys={shortcut} hidden className="-me-1 max-sm:hidden" /> : null}
    </button>
  )
}
