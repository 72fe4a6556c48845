'use client'
import { type KeyboardEvent, type Ref, useMemo } from 'react'
import { spanFrom, spanFromField, toField } from '@/components/annotation/workbench/spans'
import { cn } from '@/components/ui/cn'
import { CONTROL } from '@/components/ui/control-class'
import type { MarkedSpan } from '@/lib/protocols/marked-spans'
import type { Question } from '@/lib/protocols/protocol'
import { toCodePointOffset, toUtf16Offset } from '@/lib/text/code-points'
import { UNSPACED } from '@/lib/text/unspaced'
import { isAt, type Stretch, spanAround } from './act-on-spans'
import { SpanDrawing } from './span-drawing'

interface SpansFieldProps {
  id: string
  /** What the field is called, and what tells how it is used. */
  label: string
  describedBy?: string | undefined
  text: string
  question: Question
  spans: readonly MarkedSpan[]
  picked: MarkedSpan | null
  /** What is proposed to be marked as well. */
  proposed?: readonly Stretch[]
  readOnly: boolean
  ref?: Ref<HTMLTextAreaElement>
  onPick(span: MarkedSpan | null): void
  /** Enter on words that are chosen: they are marked, or the span that one is at moves there. */
  onEnter(chosen: Stretch): void
  onLeave(): void
}

/**
 * A text in which spans are marked: words are chosen as in any text field, with the pointer, by touch, or with Shift and the arrows, and
 * nothing can be written. Its lines are drawn behind it.
 */
export function SpansField(props: SpansFieldProps) {
  const { id, label, describedBy, text, question, spans, picked, proposed, readOnly, ref, onPick, onEnter, onLeave } =
    props
  const drawing = useMemo(
    () => (
      <SpanDrawing
        text={text}
        spans={spans}
        question={question}
        picked={picked}
        proposed={proposed}
        idOf={(place) => spanPlaceId(id, place)}
      />
    ),
    [id, text, spans, question, picked, proposed],
  )
  const enter = (field: HTMLTextAreaElement) => {
    const chosen = chosenInField(field, text, picked)
    if (!chosen) return
    if (picked && isAt(picked, chosen)) turnRound(field)
    else onEnter(chosen)
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter') {
      if (!readOnly) enter(event.currentTarget)
    } else return
    event.preventDefault()
  }
  return (
    <div ref={keepAsItIs} className="grid">
      <div aria-hidden dir="auto" className={cn(LETTERS, 'select-none border border-transparent text-transparent')}>
        {drawing}
      </div>
      <textarea
        ref={ref}
        id={id}
        data-marking
        aria-label={label}
        aria-describedby={describedBy}
        aria-readonly
        dir="auto"
        // A field that cannot be written to shows no caret, which those who choose words by key go by.
        readOnly={readOnly}
        rows={1}
        inputMode="none"
        spellCheck={false}
        autoComplete="off"
        value={text}
        className={cn(CONTROL, LETTERS, 'h-full resize-none overflow-hidden bg-transparent')}
        onChange={keepText}
        onKeyDown={handleKey}
        onPointerDown={({ currentTarget: field, button, pointerId }) => {
          onPick(null)
          if (button === 0) snapWhenLifted(field, pointerId)
        }}
        onSelect={({ currentTarget }) => {
          const { selectionStart, selectionEnd } = currentTarget
          if (selectionStart === selectionEnd) onPick(spanAround(spans, placeInText(text, selectionStart)))
        }}
      />
    </div>
  )
}

export const spanPlaceId = (field: string, place: number) => `${field}-span-${place + 1}`

const keepText = () => undefined

/**
 * Nothing is written, deleted, cut, pasted or dropped: by the browser's own event, since React's hears of what is typed alone. What is
 * chosen stays chosen.
 */
function keepAsItIs(box: HTMLElement | null) {
  const refuse = (event: Event) => event.preventDefault()
  box?.addEventListener('beforeinput', refuse)
  return () => box?.removeEventListener('beforeinput', refuse)
}

/** Letters of the field and of what lies behind it fall on each other. Lines are far enough apart for three lines of spans below each. */
const LETTERS =
  'col-start-1 row-start-1 block h-auto min-h-11 w-full whitespace-pre-wrap wrap-break-word px-3 py-2 text-base leading-loose'

/** The same for a text that is only read. */
export const MARKED_LETTERS = cn(LETTERS, 'border border-transparent')

/** The words that are chosen in a field, without blanks at their ends; `picked` as it is where they are its words; null where none are. */
export function chosenInField(field: HTMLTextAreaElement, text: string, picked: Stretch | null): Stretch | null {
  const chosen = spanFromField(text, field.selectionStart, field.selectionEnd)
  const pickedStretch = picked && spanFrom(text, toUtf16Offset(text, picked.start), toUtf16Offset(text, picked.end))
  return chosen && pickedStretch && isAt(pickedStretch, chosen) ? picked : chosen
}

/** A place of the field in its text, in code points: fields make one letter of a break of two. */
export function placeInText(text: string, offset: number): number {
  const breaks = text.includes('\r\n')
    ? [...text.matchAll(/\r\n/g)].filter(({ index }, count) => index - count < offset).length
    : 0
  return toCodePointOffset(text, offset + breaks)
}

/** Chooses the words of a span in the field; with Shift and the arrows its end moves from then on. */
export function chooseSpan(field: HTMLTextAreaElement, text: string, { start, end }: Stretch, place: number): void {
  field.focus({ preventScroll: true })
  field.setSelectionRange(toField(text, start), toField(text, end), 'forward')
  document.getElementById(spanPlaceId(field.id, place))?.scrollIntoView({ block: 'nearest' })
}

/** The other end of what is chosen moves from then on. */
function turnRound(field: HTMLTextAreaElement): void {
  const { selectionStart, selectionEnd, selectionDirection } = field
  field.setSelectionRange(selectionStart, selectionEnd, selectionDirection === 'backward' ? 'forward' : 'backward')
}

/**
 * What a pointer chose is widened to whole words once that pointer is lifted, wherever that is, unless Alt is held; not where the browser takes
 * the pointer for something else, such as moving the page.
 */
function snapWhenLifted(field: HTMLTextAreaElement, pointer: number): void {
  const press = new AbortController()
  const end = ({ type, pointerId, altKey }: PointerEvent) => {
    if (pointerId !== pointer) return
    press.abort()
    if (type === 'pointercancel') return
    const { selectionStart, selectionEnd, selectionDirection, value } = field
    if (altKey || selectionStart === selectionEnd) return
    const [start, end] = wholeWords(value, selectionStart, selectionEnd)
    field.setSelectionRange(start, end, selectionDirection)
  }
  for (const type of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(type, end, { signal: press.signal })
}

const WORD = /[\p{L}\p{N}\p{M}]/u
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, 'u')

/** Offsets (UTF-16) widened to the ends of the words that they lie in. Scripts without blanks stay as they are chosen. */
export function wholeWords(text: string, start: number, end: number): [start: number, end: number] {
  let [from, to] = [start, end]
  const joins = (offset: number) => {
    const [before, after] = [text.charAt(offset - 1), text.charAt(offset)]
    return (
      offset > 0 &&
      offset < text.length &&
      WORD.test(before) &&
      WORD.test(after) &&
      !UNSPACED_LETTER.test(before + after)
    )
  }
  while (joins(from)) from -= 1
  while (joins(to)) to += 1
  return [from, to]
}
