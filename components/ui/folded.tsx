'use client'

import { type ReactNode, useState } from 'react'
import { cn } from './cn'

interface FoldedProps {
  title: ReactNode
  /** Keeps it open while something inside needs attention; it stays open when that is mended. */
  needed?: boolean
  children: ReactNode
  className?: string
}

/** Details that are folded away until somebody wants them. */
export function Folded({ title, needed = false, children, className }: FoldedProps) {
  const [isOpen, setOpen] = useState(needed)
  return (
    <details
      open={isOpen || needed}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={cn('rounded-lg border border-line px-3 py-2', className)}
    >
      <summary className="cursor-pointer rounded-sm font-medium text-sm">{title}</summary>
      <div className="mt-3">{children}</div>
    </details>
  )
}
