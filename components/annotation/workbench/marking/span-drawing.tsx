import { cn } from '@/components/ui/cn'
import { TONE_OUTLINE } from '@/components/ui/tone'
import type { MarkedSpan } from '@/lib/protocols/marked-spans'
import type { Option, Question } from '@/lib/protocols/protocol'
import { drawnPieces } from './lay-out-spans'

/** Labels are told apart by the pattern of their line as well as by its colour. */
const PATTERNS = ['border-solid', 'border-dashed', 'border-dotted', 'border-double']

/** How the line of a label is drawn. */
export function lineOf({ options = [] }: Pick<Question, 'options'>, label: MarkedSpan['label']): string {
  const place = options.findIndex(({ value }) => value === label)
  const tone: Option['tone'] = options[place]?.tone ?? 'neutral'
  return cn(TONE_OUTLINE[tone], PATTERNS[Math.max(place, 0) % PATTERNS.length])
}

/** Room below the letters for each level of lines; more overlap than anybody marks shares the last. */
const LEVELS = ['pb-0', 'pb-1', 'pb-2', 'pb-3']

interface SpanDrawingProps {
  text: string
  spans: readonly MarkedSpan[]
  question: Pick<Question, 'options'>
  /** The span that one is at. */
  picked?: MarkedSpan | null
  /** What is proposed to be marked as well: drawn behind the spans. */
  proposed?: readonly Pick<MarkedSpan, 'start' | 'end'>[] | undefined
  /** Of the pieces, the id of the one where a span begins. */
  idOf?(place: number): string
}

/** A text with its spans as lines below the words, those that overlap below each other. */
export function SpanDrawing({ text, spans, question, picked = null, proposed = [], idOf }: SpanDrawingProps) {
  const drawn = [...spans, ...proposed.map(({ start, end }): MarkedSpan => ({ start, end, label: null }))]
  return drawnPieces(text, drawn).map(({ at, text: words, levels }) => {
    const begins = drawn.findIndex(({ start }) => start === at)
    const isPicked = picked !== null && picked.start <= at && at < picked.end
    return (
      <span
        key={at}
        id={begins >= 0 ? idOf?.(begins) : undefined}
        className={cn('scroll-my-24', isPicked && 'bg-accent-surface')}
      >
        <Lines levels={levels} spans={spans} question={question}>
          {words}
        </Lines>
      </span>
    )
  })
}

type LinesProps = Pick<SpanDrawingProps, 'spans' | 'question'> & {
  levels: readonly (number | null)[]
  children: string
}

/** One line in another, so that they stand below each other; lines below the text move no letter. */
function Lines({ levels, spans, question, children }: LinesProps) {
  const level = levels.length - 1
  if (level < 0) return children
  const place = levels[level] ?? null
  const inner = (
    <Lines levels={levels.slice(0, -1)} spans={spans} question={question}>
      {children}
    </Lines>
  )
  if (place === null) return inner
  const room = LEVELS[Math.min(level, LEVELS.length - 1)]
  const span = spans[place]
  // What lies behind the spans is proposed: a thin line, which no label has.
  const line = span ? cn('border-b-3', lineOf(question, span.label)) : 'border-suggestion-border border-b border-dashed'
  return <span className={cn(room, line)}>{inner}</span>
}
