'use client'

import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn'

type PopoverProps = {
  trigger: ReactElement
  /** Names the content for screen readers. */
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
}

/** A small panel at a button, for details or a few controls. */
export function Popover({ trigger, label, children, align = 'start', open, onOpenChange, className }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-50 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] animate-pop overflow-y-auto rounded-lg border border-line bg-raised p-4 text-ink text-sm shadow-lg',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
