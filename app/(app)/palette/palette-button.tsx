'use client'

import { useState } from 'react'
import { SHELL_BINDINGS, SHELL_KEYS } from '@/components/shell/keys'
import { Button } from '@/components/ui/button'
import { Search } from '@/components/ui/icons'
import { onDemand } from '@/components/ui/on-demand'
import { useKeymap } from '@/components/ui/use-keymap'

// Many open it never, and nobody on their first page.
const PaletteDialog = onDemand(() => import('./palette-dialog').then((module) => module.PaletteDialog), {
  whenOpened: true,
})

/** In the bar of every page: opens the command palette, from which every page is two acts away. */
export function PaletteButton({ isAdmin }: { isAdmin: boolean }) {
  const [open, setOpen] = useState(false)
  useKeymap(SHELL_BINDINGS, { palette: () => setOpen(true) })
  return (
    <>
      <Button
        variant="ghost"
        className="px-2"
        aria-haspopup="dialog"
        aria-expanded={open}
        shortcut={SHELL_KEYS.palette}
        icon={<Search aria-hidden className="size-5 shrink-0" />}
        onClick={() => setOpen(true)}
      >
        <span className="max-md:sr-only">Go to</span>
      </Button>
      <PaletteDialog isAdmin={isAdmin} open={open} onOpenChange={setOpen} />
    </>
  )
}
