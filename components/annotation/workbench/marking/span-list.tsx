'use client'
import { FIELD_KEYS } from '@/components/annotation/workbench/keys'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Trash2 } from '@/components/ui/icons'
import { type MarkedSpan, sameSpan } from '@/lib/protocols/marked-spans'
import type { Question } from '@/lib/protocols/protocol'
import { spanInWords } from '@/lib/protocols/span-words'
import type { Marking } from './span-acts'
import { lineOf } from './span-drawing'

interface SpanListProps {
  question: Question
  marking: Marking
  readOnly: boolean
}

/** Every span as text, in the order of the text. */
export function SpanList(props: SpanListProps) {
  return (
    <ol className="mt-3 space-y-1.5" aria-label="Marked spans">
      {props.marking.spans.map((span) => (
        <SpanRow key={`${span.start} ${span.end} ${String(span.label)}`} {...props} span={span} />
      ))}
    </ol>
  )
}

/** A span as text: its words, which lead to it, its label, and what can be done to it. */
function SpanRow({ question, marking, readOnly, span }: SpanListProps & { span: MarkedSpan }) {
  const { text, picked, goTo, goToText, relabel, moveTo, remove } = marking
  // The button goes with its row, and the focus with it.
  const removeHere = () => {
    remove(span)
    goToText()
  }
  const words = spanInWords(question, text, span)
  const isPicked = picked !== null && sameSpan(picked, span)
  return (
    <li
      data-picked-span={isPicked ? '' : undefined}
      className={cn(
        'rounded-md border px-2.5 py-2 text-sm',
        isPicked ? 'border-accent bg-accent-surface' : 'border-line bg-surface',
      )}
    >
      <button
        type="button"
        aria-current={isPicked ? 'true' : undefined}
        onClick={() => goTo(span)}
        className="min-h-6 w-full rounded-sm text-start"
      >
        <q dir="auto" className="wrap-anywhere">
          {words.text}
        </q>{' '}
        {words.label ? (
          <span className={cn('ms-2 border-b-3 text-muted text-xs', lineOf(question, span.label))}>{words.label}</span>
        ) : null}
      </button>
      {readOnly || !isPicked ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          {question.options?.map((option) =>
            option.value === span.label ? null : (
              <Button key={option.key} size="sm" onClick={() => relabel(span, option.value)}>
                {option.text}
              </Button>
            ),
          )}
          <Button size="sm" onClick={() => moveTo(span)}>
            Move to the chosen words
          </Button>
          <Button size="sm" variant="ghost" shortcut={FIELD_KEYS.removeSpan} onClick={removeHere}>
            <Trash2 aria-hidden className="size-4" /> Remove
          </Button>
        </div>
      )}
    </li>
  )
}
