'use client'
import { useRef, useState } from 'react'
import { BarButton } from '@/components/ui/bar-button'
import { Ellipsis } from '@/components/ui/icons'
import { onDemand } from '@/components/ui/on-demand'
import type { BarAct } from './more-dialog'

const MoreDialog = onDemand(() => import('./more-dialog').then((module) => module.MoreDialog))

/** The button of a narrow bar that opens all the bar has no room for. */
export function More({ acts, className }: { acts: readonly BarAct[]; className: string }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <BarButton
        ref={button}
        name="More"
        word="More"
        icon={<Ellipsis aria-hidden className="size-4" />}
        data-tour="help"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={className}
        onClick={() => setOpen(true)}
      />
      <MoreDialog acts={acts} open={open} onOpenChange={setOpen} opener={button} />
    </>
  )
}
