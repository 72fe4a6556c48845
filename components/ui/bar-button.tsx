'use client'

import type { ComponentProps, ReactNode } from 'react'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { Button } from './button'
import { buttonClass } from './button-class'
import { Hint } from './hint'
import { PageLink } from './page-link'

type Look = {
  /** What it does; shown on hover and when Tab moves to it, with the key, and read out. */
  name: string
  /** A word of the name, shown under the icon where there is room. */
  word: string
  icon: ReactNode
}

const SHAPE = 'roomy:h-11 roomy:w-auto roomy:min-w-12 roomy:flex-col roomy:gap-1 roomy:px-1.5'

const Face = ({ icon, word }: Omit<Look, 'name'>) => (
  <>
    {icon}
    <span aria-hidden className="hidden font-normal text-[0.6875rem] leading-none roomy:inline">
      {word}
    </span>
  </>
)

type BarButtonProps = Look & {
  shortcut?: KeyBinding
  /** Shown instead of the name: why it does nothing. */
  hint?: string
  className?: string
} & Omit<ComponentProps<'button'>, 'name' | 'children' | 'className'>

/** A button of a bar: an icon, with a word under it where there is room. */
export function BarButton({ name, word, icon, shortcut, hint, className = '', ...rest }: BarButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={name}
      hiddenShortcut={shortcut}
      hint={hint}
      className={`${SHAPE} ${className}`}
      {...rest}
    >
      <Face icon={icon} word={word} />
    </Button>
  )
}

/** A link that looks like a `BarButton`. */
export function BarLink({ name, word, icon, href, className = '' }: Look & { href: string; className?: string }) {
  return (
    <Hint name={name}>
      {(hint) => (
        <PageLink
          href={href}
          prefetch={false}
          aria-label={name}
          className={buttonClass('ghost', 'icon', `${SHAPE} ${className}`)}
          {...hint}
        >
          <Face icon={icon} word={word} />
        </PageLink>
      )}
    </Hint>
  )
}
