'use client'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Plus, RotateCcw, X } from '@/components/ui/icons'
import { Kbd } from '@/components/ui/kbd'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { inputOf, noteScript } from '@/lib/platform/client/keyboard-guards'
import { keysOf } from '@/lib/platform/client/keymap'
import { pressed } from '@/lib/platform/client/keymap-rules'
import type { KeySettingsState } from './use-key-settings'

type KeyCaptureProps = {
  label: string
  onKeys: (keys: string) => void
  onRefusal: (text: string) => void
  onCancel: () => void
  /** Exchanges the keys with the action that has the wanted one. */
  onSwap: (() => void) | undefined
}

/** Waits for the key that an action is to have. Escape cancels; Tab goes on, so that nobody is caught in it. */
function KeyCapture({ label, onKeys, onRefusal, onCancel, onSwap }: KeyCaptureProps) {
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    // The Enter that opened this may still be held down.
    if (event.repeat) return
    if (event.key === 'Escape') return onCancel()
    const otherScript = noteScript(event.nativeEvent)
    const found = pressed(inputOf(event.nativeEvent), otherScript)
    if (found === null) return
    if ('keys' in found) onKeys(found.keys)
    else onRefusal(found.refusal)
  }
  const onBlur = (event: FocusEvent) => {
    if (!box.current?.contains(event.relatedTarget)) onCancel()
  }
  return (
    <span ref={box} className="flex items-center gap-1.5">
      <button
        type="button"
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        className="min-h-8 rounded-md border border-accent border-dashed bg-accent-surface px-2.5 text-accent-text text-sm pointer-coarse:min-h-11"
      >
        <span className="sr-only">{label}: </span>
        Press the new key, or Escape
      </button>
      {onSwap ? (
        // The mouse must not take the focus from the key that is waited for, which would be given up.
        <Button size="sm" onMouseDown={(event) => event.preventDefault()} onBlur={onBlur} onClick={onSwap}>
          Swap
        </Button>
      ) : null}
    </span>
  )
}

const ICON = 'size-3.5'

/** One action: its keys, each to be changed or removed, and what else can be done to it. */
export function KeyRow({ action, settings }: { action: KeyBinding; settings: KeySettingsState }) {
  const { choices, displaced, asked, word, ask, cancel, give, refuse, remove, reset } = settings
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
      <span className="min-w-0 flex-1 basis-56 text-sm">
        {label}
        {displaced(action).map((words) => (
          <span key={words} className="block text-muted text-xs">
            {words}
          </span>
        ))}
      </span>
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
