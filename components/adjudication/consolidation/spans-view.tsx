'use client'
import { lineOf, SpanDrawing } from '@/components/annotation/workbench/marking/span-drawing'
import { cn } from '@/components/ui/cn'
import { ScrollArea } from '@/components/ui/scroll-area'
import { sameSpan, spansOf, textToMark } from '@/lib/protocols/marked-spans'
import type { Json, Question } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { spanInWords } from '@/lib/protocols/span-words'
import { useDeskContext } from './desk-context'
import { laneName } from './words'

interface SpansViewProps {
  question: Question
  value: Json
  /** What to compare with: spans that it does not have are marked as such. */
  other?: Json
}

/** What somebody marked: the text with its spans, and each span as text with its label. */
export function SpansView({ question, value, other }: SpansViewProps) {
  const { subject, lanes, view } = useDeskContext()
  const spans = spansOf(value)
  if (!spans) return <span className="text-muted text-sm">no answer</span>
  if (spans.length === 0) return <span className="font-medium text-sm">Nothing is marked</span>
  const others = other === undefined ? null : spansOf(other)
  const text = textToMark(question, subject.content)
  const names = lanes
    .filter((lane) => Object.values(lane.answers).some((answers) => sameValue(answers[question.key] ?? null, value)))
    .map(({ id }) => laneName(view, id))
  return (
    <div className="space-y-2">
      <ScrollArea
        label={`The text as ${names.join(' and ') || 'settled'} marked it`}
        className="max-h-60 rounded-md border border-line bg-surface px-2 py-1"
      >
        <p dir="auto" className="whitespace-pre-wrap wrap-break-word text-sm leading-loose">
          <SpanDrawing text={text} spans={spans} question={question} />
        </p>
      </ScrollArea>
      <ol className="space-y-1 text-sm">
        {spans.map((span) => {
          const words = spanInWords(question, text, span)
          const isOnlyHere = others !== null && !others.some((each) => sameSpan(each, span))
          return (
            <li key={`${span.start} ${span.end} ${String(span.label)}`} className="wrap-anywhere">
              <q dir="auto">{words.text}</q>{' '}
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
