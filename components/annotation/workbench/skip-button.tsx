'use client'
import { SkipForward } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'

const SkipDialog = onDemand(() => import('./skip-dialog').then((module) => module.SkipDialog))

/** Asks why a task is given back. */
export function SkipButton(props: { userId: string; taskId: string; onSkipped(): void }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        icon={<SkipForward aria-hidden className="size-4" />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span className="max-sm:sr-only">Skip</span>
      </Button>
      <SkipDialog {...props} open={open} onOpenChange={setOpen} opener={button} />
    </>
  )
}
