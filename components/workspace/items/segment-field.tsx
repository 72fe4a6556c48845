'use client'

import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'

type SegmentFieldProps = {
  text: string
  number: number
  isLast: boolean
  /** Where to put the caret, when it has just been moved here. */
  caret: number | null
  onSplit: (offset: number) => void
  onMerge: () => void
  onMergeBefore: () => void
}

/** One segment as a text field in which the caret moves but nothing can be written. */
export function SegmentField({ text, number, isLast, caret, onSplit, onMerge, onMergeBefore }: SegmentFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = field.current
    const refuse = (event: Event) => event.preventDefault()
    element?.addEventListener('beforeinput', refuse)
    return () => element?.removeEventListener('beforeinput', refuse)
  }, [])
  useEffect(() => {
    if (caret === null) return
    field.current?.focus()
    field.current?.setSelectionRange(caret, caret)
  }, [caret])

  const split = () => onSplit(field.current?.selectionStart ?? 0)
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const collapsed = selectionStart === selectionEnd
    const actions: Record<string, (() => void) | null> = {
      Enter: event.ctrlKey || event.metaKey ? null : split,
      Delete: collapsed && selectionEnd === value.length && !isLast ? onMerge : null,
      Backspace: collapsed && selectionStart === 0 && number > 1 ? onMergeBefore : null,
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <li className="grid gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
      <textarea
        ref={field}
        dir="auto"
        rows={1}
        value={text}
        onChange={() => {}}
        onKeyDown={handleKeyDown}
        aria-label={`Segment ${number}`}
        spellCheck={false}
        className="field-sizing-content w-full resize-none rounded-md border border-line bg-surface px-3 py-2 text-sm leading-relaxed"
      />
      <div className="flex items-start gap-1.5">
        {/* The caret would leave the field before the click. */}
        <Button size="sm" onPointerDown={(event) => event.preventDefault()} onClick={split}>
          Split here
        </Button>
        <Button size="sm" disabled={isLast} onClick={onMerge}>
          Merge with next
        </Button>
      </div>
    </li>
  )
}
