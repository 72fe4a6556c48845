'use client'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { inputOf, noteScript } from '@/lib/platform/client/keyboard-guards'
import { pressed } from '@/lib/platform/client/keymap-rules'

type KeyCaptureProps = {
  label: string
  onKeys: (keys: string) => void
  onRefusal: (text: string) => void
  onCancel: () => void
  /** Exchanges the keys with the action that has the wanted one. */
  onSwap: (() => void) | undefined
}

/** Waits for the key that an action is to have. Escape cancels; Tab goes on, so that nobody is caught in it. */
export function KeyCapture({ label, onKeys, onRefusal, onCancel, onSwap }: KeyCaptureProps) {
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
