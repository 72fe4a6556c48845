'use client'

import type { RefObject } from 'react'
import { Button } from '@/components/ui/button'
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
  /** Ids of the actions that stand first. */
  first?: readonly string[]
  open: boolean
  onOpenChange: (open: boolean) => void
  opener?: RefObject<HTMLElement | null>
  onTour?: (() => void) | undefined
}

/** The `?` sheet: every key of the page, from the tables that make them work. */
export function ShortcutList({ bindings, first = [], open, onOpenChange, opener, onTour }: ShortcutListProps) {
  const chordsOnly = useChordsOnly()
  const all = [...bindings, ...SHELL_BINDINGS]
  const top = first.flatMap((id) => all.find((binding) => binding.id === id) ?? [])
  const groups = groupBindings(all.filter((binding) => !top.includes(binding)))
  return (
    <Dialog title="Keyboard shortcuts" size="lg" open={open} onOpenChange={onOpenChange} opener={opener}>
      {top.length > 0 ? (
        <section className="mb-5 rounded-lg border border-accent-border bg-accent-surface px-4 py-2">
          <h3 className="sr-only">The keys that matter here</h3>
          <Lines entries={top} />
        </section>
      ) : null}
      {/* Columns of the same height, whatever the groups hold. */}
      <div className="gap-8 sm:columns-2">
        {groups.map(([group, entries]) => (
          <section key={group} className="mb-5">
            <h3 className="mb-1.5 break-after-avoid font-semibold text-sm">{group}</h3>
            <Lines entries={entries} />
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
      <div className="mt-4 flex flex-wrap items-center gap-4 text-sm">
        <Link href="/account#keys">Give actions other keys</Link>
        {onTour ? (
          <Button
            size="sm"
            onClick={() => {
              onOpenChange(false)
              onTour()
            }}
          >
            Begin the tour again
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

function Lines({ entries }: { entries: readonly KeyBinding[] }) {
  const choices = useKeyChoices()
  return (
    <ul className="divide-y divide-line text-sm">
      {entries.map((entry) => (
        <li key={entry.id} className="flex break-inside-avoid items-center justify-between gap-4 py-1.5">
          <span>{entry.label}</span>
          <span className="flex items-center gap-1.5 text-muted">
            {keysOf(entry, choices).map((keys) => (
              <Kbd key={keys} keys={keys} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
