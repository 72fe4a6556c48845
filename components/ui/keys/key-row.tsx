'use client'
import { Plus, RotateCcw, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { keysOf } from '@/lib/platform/client/keymap'
import { KeyCapture } from './key-capture'
import type { KeySettingsState } from './use-key-settings'

const ICON = 'size-3.5'

/** One action: its keys, each to be changed or removed, and what else can be done to it. */
export function KeyRow({ action, settings }: { action: KeyBinding; settings: KeySettingsState }) {
  const { choices, asked, word, ask, cancel, give, refuse, remove, reset } = settings
  const { name = '', label } = action
  const keys = keysOf(action, choices)
  const isOpen = asked?.name === name
  const row = useRef<HTMLLIElement>(null)
  const wasHere = useRef(false)
  useEffect(() => {
    // The button that waited for the key, or that was pressed, may be gone, and with it the focus.
    if (wasHere.current && document.activeElement === document.body) row.current?.querySelector('button')?.focus()
    wasHere.current = isOpen
  })
  const staying = (act: () => void) => () => {
    wasHere.current = true
    act()
  }
  const isAsked = (replaced: string | null) => isOpen && asked.replaced === replaced
  const capture = (
    <KeyCapture
      label={label}
      onKeys={(found) => give(action, found)}
      onRefusal={refuse}
      onCancel={cancel}
      onSwap={word?.swap}
    />
  )
  return (
    <li ref={row} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
      <span className="min-w-0 flex-1 basis-56 text-sm">{label}</span>
      <span className="flex flex-wrap items-center gap-1.5">
        {keys.map((each) =>
          isAsked(each) ? (
            <span key={each}>{capture}</span>
          ) : (
            <span key={each} className="flex items-center">
              <Button size="sm" variant="ghost" hint="Change this key" onClick={() => ask({ name, replaced: each })}>
                <span className="sr-only">Change the key of {label}: </span>
                <Kbd keys={each} />
              </Button>
              <Button size="sm" variant="ghost" hint="Remove this key" onClick={staying(() => remove(action, each))}>
                <span className="sr-only">
                  Remove <Kbd keys={each} /> from {label}
                </span>
                <X aria-hidden className={ICON} />
              </Button>
            </span>
          ),
        )}
        {isAsked(null) ? (
          capture
        ) : (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Add a key for ${label}`}
            hint="Add a key"
            onClick={() => ask({ name, replaced: null })}
          >
            <Plus aria-hidden className={ICON} />
          </Button>
        )}
        {choices[name] ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Default keys for ${label}`}
            hint="Default keys"
            onClick={staying(() => reset(action))}
          >
            <RotateCcw aria-hidden className={ICON} />
          </Button>
        ) : null}
      </span>
    </li>
  )
}
