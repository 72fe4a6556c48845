'use client'
import type { KeyboardEvent, Ref } from 'react'
import { cn } from '@/components/ui/cn'
import { CONTROL } from '@/components/ui/control-class'
import type { Span } from '@/lib/protocols/protocol'
import { spanPieces } from './spans'

interface SpanFieldProps {
  id?: string
  /** What the field is called. */
  label: string
  text: string
  /** The stretch that is marked now. */
  span: Span | null
  isProposed?: boolean
  /** What is said of the marked words, for those who do not see the mark. */
  marked?: string
  /** Read out where nothing is marked. */
  unmarked?: string
  ref?: Ref<HTMLTextAreaElement>
  markRef?: Ref<HTMLElement>
  shortcuts?: string
  onKeyDown?(event: KeyboardEvent<HTMLTextAreaElement>): void
  /** Hears of what is chosen: UTF-16 offsets. */
  onChoose?(start: number, end: number): void
}

/** A text in which words are chosen with the mouse, by touch, or with Shift and the arrows; some of them marked. */
export function SpanField(props: SpanFieldProps) {
  const { id, label, text, span, isProposed = false, marked = 'Marked', unmarked, ref, markRef, shortcuts } = props
  const [before, words, behind] = span ? spanPieces(text, span) : [text, '', '']
  return (
    <div className="grid">
      <div
        aria-hidden
        dir="auto"
        className={cn(LETTERS, 'min-h-11 select-none border border-transparent text-transparent')}
      >
        {before}
        {words === '' ? null : (
          <mark
            ref={markRef}
            className={cn(
              'scroll-my-16 rounded-sm text-transparent',
              isProposed
                ? 'bg-suggestion-surface outline-1 outline-suggestion-border outline-dashed'
                : 'bg-accent-surface outline-1 outline-accent',
            )}
          >
            {words}
          </mark>
        )}
        {behind}
      </div>
      <p className="sr-only">{words === '' ? unmarked : `${marked}: ${words}`}</p>
      <textarea
        ref={ref}
        id={id}
        aria-label={label}
        aria-keyshortcuts={shortcuts}
        dir="auto"
        readOnly
        value={text}
        className={cn(CONTROL, LETTERS, 'h-full resize-none overflow-hidden bg-transparent')}
        onKeyDown={props.onKeyDown}
        onSelect={({ currentTarget }) => props.onChoose?.(currentTarget.selectionStart, currentTarget.selectionEnd)}
      />
    </div>
  )
}

/** Letters of the field and of what lies behind it fall on each other. */
const LETTERS =
  'col-start-1 row-start-1 block h-auto w-full whitespace-pre-wrap wrap-break-word px-3 py-2 text-base leading-relaxed'
