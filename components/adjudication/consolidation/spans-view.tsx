'use client'
import { lineOf, SpanDrawing } from '@/components/annotation/workbench/marking/span-drawing'
import { cn } from '@/components/ui/cn'
import { sameSpan, spansOf, textToMark } from '@/lib/protocols/marked-spans'
import type { Json, Question } from '@/lib/protocols/protocol'
import { spanInWords } from '@/lib/protocols/span-words'
import { useDeskContext } from './desk-context'

interface SpansViewProps {
  question: Question
  value: Json
  /** What to compare with: spans that it does not have are marked as such. */
  other?: Json
}

/** What somebody marked: the text with its spans, and each span as text with its label. */
export function SpansView({ question, value, other }: SpansViewProps) {
  const { subject } = useDeskContext()
  const spans = spansOf(value)
  if (!spans) return <span className="text-muted text-sm">no answer</span>
  if (spans.length === 0) return <span className="font-medium text-sm">Nothing is marked</span>
  const others = other === undefined ? null : spansOf(other)
  const text = textToMark(question, subject.content)
  return (
    <div className="space-y-2">
      <section
        aria-label="The text with what is marked"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by key.
        tabIndex={0}
        dir="auto"
        className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-break-word rounded-md border border-line bg-surface px-2 py-1 text-sm leading-loose"
      >
        <SpanDrawing text={text} spans={spans} question={question} />
      </section>
      <ol className="space-y-1 text-sm">
        {spans.map((span) => {
          const words = spanInWords(question, text, span)
          const isOnlyHere = others !== null && !others.some((each) => sameSpan(each, span))
          return (
            <li key={`${span.start} ${span.end} ${String(span.label)}`} className="wrap-anywhere">
              <q dir="auto">{words.text}</q>
              {words.label ? (
                <span className={cn('ms-2 border-b-3 text-xs', lineOf(question, span.label))}>{words.label}</span>
              ) : null}
              {isOnlyHere ? <span className="ms-2 text-muted text-xs">only here</span> : null}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
