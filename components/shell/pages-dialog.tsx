'use client'

import type { ReactNode, RefObject } from 'react'
import { Dialog } from '@/components/ui/dialog'

interface PagesDialogProps {
  /** Of the project. */
  name: string
  open: boolean
  onOpenChange(open: boolean): void
  opener: RefObject<HTMLElement | null>
  children: ReactNode
}

/** All pages of a project, on screens that have no room for them beside the page. */
export function PagesDialog({ name, open, onOpenChange, opener, children }: PagesDialogProps) {
  return (
    <Dialog
      title={
        <span dir="auto" className="line-clamp-1">
          {name}
        </span>
      }
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      opener={opener}
    >
      {children}
    </Dialog>
  )
}
