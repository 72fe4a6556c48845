'use client'

import type { ComponentProps, ReactNode } from 'react'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class'
import { Hint, type HintHandlers } from './hint'
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
  /** Shown on hover and on focus, as the name is with size `icon`: for what shows no word of its own. */
  hint?: string
}

/**
 * A button; `type="button"` unless told otherwise. With size `icon` give it an `aria-label`, which is shown with its key on hover and
 * on focus.
 */
export function Button(props: ButtonProps) {
  const { hint: words, ...button } = props
  const { size, shortcut, hiddenShortcut, 'aria-label': name } = button
  const hinted = words ?? (size === 'icon' ? name : undefined)
  if (hinted === undefined) return <PlainButton {...button} />
  return (
    <Hint name={hinted} shortcut={shortcut ?? hiddenShortcut}>
      {(hint) => <PlainButton {...button} {...both(hint, button)} />}
    </Hint>
  )
}

/** What a hint listens to, without taking it from whoever listens already. */
function both(hint: HintHandlers, props: Partial<ComponentProps<'button'>>): Partial<ComponentProps<'button'>> {
  return {
    ...hint,
    onPointerEnter: (event) => {
      hint.onPointerEnter(event)
      props.onPointerEnter?.(event)
    },
    onPointerLeave: (event) => {
      hint.onPointerLeave()
      props.onPointerLeave?.(event)
    },
    onKeyUp: (event) => {
      hint.onKeyUp(event)
      props.onKeyUp?.(event)
    },
    onBlur: (event) => {
      hint.onBlur()
      props.onBlur?.(event)
    },
    onPointerDown: (event) => {
      hint.onPointerDown()
      props.onPointerDown?.(event)
    },
  }
}

function PlainButton(props: ButtonProps) {
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
      {shortcut ? <Kbd of={shortcut} hidden className="-me-1" /> : null}
    </button>
  )
}
