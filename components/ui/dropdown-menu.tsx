'use client'

import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Check } from '@/components/ui/icons'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { cn } from './cn'
import { Kbd } from './kbd'
import { MENU } from './overlay-class'
import { PageLink } from './page-link'
import { useAriaKeys } from './use-shortcut'

const ITEM =
  'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded px-2.5 py-1.5 text-sm outline-none data-disabled:opacity-55 data-highlighted:bg-accent-surface data-highlighted:text-accent-text forced-colors:data-highlighted:outline-2'

type DropdownMenuProps = {
  /** One button; give it words or an `aria-label`. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  /** Open from the start. */
  defaultOpen?: boolean
  className?: string
}

/** Actions behind one button. */
export function DropdownMenu({ trigger, children, align = 'end', defaultOpen, className }: DropdownMenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cn(MENU, 'min-w-52 max-w-[calc(100vw-1rem)]', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type MenuItemProps = {
  children: ReactNode
  onSelect: () => void
  icon?: ReactNode
  shortcut?: KeyBinding
  tone?: 'normal' | 'danger'
  disabled?: boolean
}

export function MenuItem({ children, onSelect, icon, shortcut, tone = 'normal', disabled }: MenuItemProps) {
  return (
    <Radix.Item
      onSelect={onSelect}
      disabled={disabled}
      aria-keyshortcuts={useAriaKeys()(shortcut)}
      className={cn(
        ITEM,
        tone === 'danger' &&
          'text-negative-text data-highlighted:bg-negative-surface data-highlighted:text-negative-text',
      )}
    >
      {icon}
      <span className="flex-1">{children}</span>
      {shortcut ? <Kbd of={shortcut} hidden className="text-muted" /> : null}
    </Radix.Item>
  )
}

type MenuLinkProps = { href: string; children: ReactNode; icon?: ReactNode; prefetch?: boolean }

export function MenuLink({ href, children, icon, prefetch }: MenuLinkProps) {
  return (
    <Radix.Item asChild className={ITEM}>
      <PageLink href={href} prefetch={prefetch}>
        {icon}
        {children}
      </PageLink>
    </Radix.Item>
  )
}

type MenuChoiceProps<V extends string> = {
  label: string
  options: readonly { value: V; label: ReactNode; icon?: ReactNode }[]
  value: V
  onValueChange: (value: V) => void
}

/** One of a few, inside a menu; the menu stays open. */
export function MenuChoice<V extends string>({ label, options, value, onValueChange }: MenuChoiceProps<V>) {
  return (
    <Radix.RadioGroup value={value} aria-label={label}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          className={ITEM}
          onSelect={(event) => {
            event.preventDefault()
            onValueChange(option.value)
          }}
        >
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden className="size-4" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 text-muted text-xs">{children}</Radix.Label>
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />
}
