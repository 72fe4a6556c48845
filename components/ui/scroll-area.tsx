'use client'

import { type ReactNode, useRef } from 'react'
import { cn } from './cn'
import { useScrollable } from './use-scrollable'

type ScrollAreaProps = {
  /** Names the region when it can be scrolled. */
  label: string
  children: ReactNode
  className?: string
}

/** Content that may be wider or taller than its place; a stop for Tab only while there is something to scroll. */
export function ScrollArea({ label, children, className }: ScrollAreaProps) {
  const ref = useRef<HTMLElement>(null)
  const scrollable = useScrollable(ref)
  return (
    <section
      ref={ref}
      aria-label={scrollable ? label : undefined}
      tabIndex={scrollable ? 0 : undefined}
      className={cn('relative overflow-auto focus-visible:-outline-offset-2', className)}
    >
      {children}
    </section>
  )
}
