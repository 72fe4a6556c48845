'use client'

import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { Switch } from '@/components/ui/switch'
import { useChordsOnly, useKeymap } from '@/components/ui/use-keymap'
import { groupBindings, type KeyBinding } from '@/lib/client/keyboard'
import { writeChordsOnly } from '@/lib/client/keyboard-preference'

const SHEET_BINDINGS: readonly KeyBinding<'shortcuts'>[] = [
  { id: 'shortcuts', keys: ['?'], label: 'Show this list', group: 'Help' },
]

type ShortcutSheetProps = {
  /** The very tables that the page gives to `useKeymap`. */
  bindings: readonly KeyBinding[]
}

/** The `?` sheet and the button that opens it: every key of the page, from the tables that make them work. */
export function ShortcutSheet({ bindings }: ShortcutSheetProps) {
  const [open, setOpen] = useState(false)
  const chordsOnly = useChordsOnly()
  useKeymap(SHEET_BINDINGS, { shortcuts: () => setOpen(true) })
  return (
    <Dialog
      title="Keyboard shortcuts"
      size="lg"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="ghost" size="icon" aria-label="Keyboard shortcuts" aria-keyshortcuts="?">
          <Keyboard aria-hidden className="size-4" />
        </Button>
      }
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {groupBindings([...bindings, ...SHEET_BINDINGS]).map(([group, entries]) => (
          <section key={group}>
            <h3 className="mb-1.5 font-semibold text-sm">{group}</h3>
            <ul className="divide-y divide-line text-sm">
              {entries.map((entry) => (
                <li key={entry.id} className="flex items-center justify-between gap-4 py-1.5">
                  <span>{entry.label}</span>
                  <span className="flex items-center gap-1.5 text-muted">
                    {entry.keys.map((keys) => (
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
    </Dialog>
  )
}
