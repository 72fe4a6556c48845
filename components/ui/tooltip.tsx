'use client'

import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn'

const DELAY_MS = 400

type TooltipProps = {
  content: ReactNode
  /** One focusable element that takes a ref. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
}

/** A hint on hover and focus. It repeats or shortens; nothing may be said only here. */
export function Tooltip({ content, children, side = 'top', className }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className={cn(
              'z-50 max-w-72 animate-pop rounded-md border border-line bg-raised px-2.5 py-1.5 text-ink text-xs shadow-md',
              className,
            )}
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
