'use client'

import { Keyboard } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { useKeymap } from '@/components/ui/use-keymap'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { SHELL_BINDINGS, SHELL_KEYS } from './keys'

const ShortcutList = onDemand(() => import('./shortcut-list').then((module) => module.ShortcutList))

type ShortcutSheetProps = {
  /** The very tables that the page gives to `useKeymap`. */
  bindings: readonly KeyBinding[]
}

/** The button that opens the `?` sheet, and the sheet. */
export function ShortcutSheet({ bindings }: ShortcutSheetProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeymap(SHELL_BINDINGS, { shortcuts: () => setOpen(true) })
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-label="Keyboard shortcuts"
        aria-haspopup="dialog"
        aria-expanded={open}
        hiddenShortcut={SHELL_KEYS.shortcuts}
        onClick={() => setOpen(true)}
      >
        <Keyboard aria-hidden className="size-4" />
      </Button>
      <ShortcutList bindings={bindings} open={open} onOpenChange={setOpen} opener={button} />
    </>
  )
}
