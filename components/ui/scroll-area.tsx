'use client'

import { type ReactNode, useRef } from 'react'
import { cn } from './cn'
import { type CutEdges, useScrollable } from './use-scrollable'

type ScrollAreaProps = {
  /** Names the region when it can be scrolled. */
  label: string
  children: ReactNode
  className?: string
}

/** Fades what is cut off, so that it shows that there is more. */
const FADED: Record<CutEdges, string> = {
  none: '',
  left: '[mask-image:linear-gradient(to_right,transparent,black_2.5rem)]',
  right: '[mask-image:linear-gradient(to_left,transparent,black_2.5rem)]',
  both: '[mask-image:linear-gradient(to_right,transparent,black_2.5rem,black_calc(100%-2.5rem),transparent)]',
}

/**
 * Content that may be wider or taller than its place; a stop for Tab only while there is something to scroll. Where it is cut at
 * a side, it fades there.
 */
export function ScrollArea({ label, children, className }: ScrollAreaProps) {
  const ref = useRef<HTMLElement>(null)
  const { scrollable, cut } = useScrollable(ref)
  return (
    <section
      ref={ref}
      aria-label={scrollable ? label : undefined}
      tabIndex={scrollable ? 0 : undefined}
      data-cut={cut}
      className={cn(
        'relative overflow-auto focus-visible:-outline-offset-2',
        FADED[cut],
        'focus-visible:[mask-image:none] print:[mask-image:none]',
        className,
      )}
    >
      {children}
    </section>
  )
}
