'use client'

import type { RefObject } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { Switch } from '@/components/ui/switch'
import { useChordsOnly } from '@/components/ui/use-keymap'
import { groupBindings, type KeyBinding } from '@/lib/platform/client/keyboard'
import { writeChordsOnly } from '@/lib/platform/client/keyboard-preference'
import { keysOf } from '@/lib/platform/client/keymap'
import { useKeyChoices } from '@/lib/platform/client/use-key-choices'
import { SHELL_BINDINGS } from './keys'

interface ShortcutListProps {
  bindings: readonly KeyBinding[]
  open: boolean
  onOpenChange: (open: boolean) => void
  opener?: RefObject<HTMLElement | null>
}

/** The `?` sheet: every key of the page, from the tables that make them work. */
export function ShortcutList({ bindings, open, onOpenChange, opener }: ShortcutListProps) {
  const chordsOnly = useChordsOnly()
  const choices = useKeyChoices()
  return (
    <Dialog title="Keyboard shortcuts" size="lg" open={open} onOpenChange={onOpenChange} opener={opener}>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {groupBindings([...bindings, ...SHELL_BINDINGS]).map(([group, entries]) => (
          <section key={group}>
            <h3 className="mb-1.5 font-semibold text-sm">{group}</h3>
            <ul className="divide-y divide-line text-sm">
              {entries.map((entry) => (
                <li key={entry.id} className="flex items-center justify-between gap-4 py-1.5">
                  <span>{entry.label}</span>
                  <span className="flex items-center gap-1.5 text-muted">
                    {keysOf(entry, choices).map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Switch
        className="mt-6 border-line border-t pt-4"
        label="Shortcuts of a single letter, digit or sign"
        hint="Switch them off if you dictate, or hit keys by chance. Chords with Ctrl or Command, arrows and Enter go on working."
        checked={!chordsOnly}
        onCheckedChange={(on) => writeChordsOnly(!on)}
      />
      <p className="mt-4 text-sm">
        <Link href="/account#keys">Give actions other keys</Link>
      </p>
    </Dialog>
  )
}
