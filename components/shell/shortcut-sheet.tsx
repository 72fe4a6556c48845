'use client'

import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { Keyboard } from '@/components/ui/icons'
import { onDemand } from '@/components/ui/on-demand'
import { useKeymap } from '@/components/ui/use-keymap'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { SHELL_BINDINGS, SHELL_KEYS } from './keys'

const ShortcutList = onDemand(() => import('./shortcut-list').then((module) => module.ShortcutList))

/** How many sheets the page has: with none, `ShellShortcuts` is that of the page. */
let sheets = 0
const listeners = new Set<() => void>()
const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

function useCounted(): void {
  useEffect(() => {
    const add = (count: number) => {
      sheets += count
      for (const notify of listeners) notify()
    }
    add(1)
    return () => add(-1)
  }, [])
}

/** The sheet of pages that have no keys of their own: `?` opens it on every page. */
export function ShellShortcuts() {
  const [open, setOpen] = useState(false)
  const isAlone = useSyncExternalStore(
    subscribe,
    () => sheets === 0,
    () => false,
  )
  // On a page with a sheet of its own it is over, and does not come again after it.
  if (open && !isAlone) setOpen(false)
  useKeymap(SHELL_BINDINGS, { shortcuts: () => setOpen(true) }, isAlone)
  return <ShortcutList bindings={[]} open={open && isAlone} onOpenChange={setOpen} />
}

type ShortcutSheetProps = {
  /** The tables that the page gives to `useKeymap`, or those of their keys that its reader can use. */
  bindings: readonly KeyBinding[]
  /** The actions that matter most, by id, in their order; they stand before the groups. */
  first?: readonly string[]
  /** For pages that open it themselves, by a button of their own. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Begins the tour of the page, where it has one. */
  onTour?: (() => void) | undefined
}

/** The button that opens the `?` sheet, and the sheet. */
export function ShortcutSheet({ bindings, first, open: isOpen, onOpenChange, onTour }: ShortcutSheetProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const [open, setOpen] = [isOpen ?? ownOpen, onOpenChange ?? setOwnOpen]
  const button = useRef<HTMLButtonElement>(null)
  useCounted()
  useKeymap(SHELL_BINDINGS, { shortcuts: () => setOpen(true) })
  if (onOpenChange)
    return <ShortcutList bindings={bindings} first={first} open={open} onOpenChange={setOpen} onTour={onTour} />
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
      <ShortcutList bindings={bindings} first={first} open={open} onOpenChange={setOpen} opener={button} />
    </>
  )
}
