import { DiffText } from '@/components/adjudication/consolidation/diff-text'
import { cn } from '@/components/ui/cn'
import { Time } from '@/components/ui/time'
import { AnswerValue } from '@/components/workspace/items/answer-value'
import type { TimelineEntry } from '@/lib/adjudication/timeline/contract'
import type { Json, Question } from '@/lib/protocols/protocol'
import { unitName } from '@/lib/protocols/unit-name'
import { wordDiff } from '@/lib/text/word-diff'
import { useTimelineHead } from './timeline-context'

type Answer = Extract<TimelineEntry, { kind: 'answer' }>

const HOW: Record<string, string> = {
  typed: 'typed',
  chosen: 'chosen',
  bulk: 'several at once',
  imported: 'imported',
  carried: 'from the round before',
}
const WAY = { do: '', undo: 'undone, so again ', redo: 'done again, ' }

/** One event of the time line; `isHere`: the answers beside it are those after it. */
export function TimelineEntryView({ entry, isHere }: { entry: TimelineEntry; isHere: boolean }) {
  const { head, stage } = useTimelineHead()
  const question = stage.questions.find(({ key }) => key === entry.question)
  const place = entry.unit === null ? null : unitName(stage, head.units, entry.unit)
  return (
    <li
      className={cn('border-line border-s-2 ps-3 text-sm', isHere && 'border-accent')}
      aria-current={isHere ? 'step' : undefined}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-muted text-xs">
        <span className="tabular-nums">{entry.place}</span>
        {entry.at ? <Time value={entry.at} /> : null}
        {entry.by ? <span>{authorText(entry.by)}</span> : null}
      </p>
      <p className="font-medium">
        {entry.kind === 'act' ? entry.text : (question?.title ?? entry.question)}
        {place ? <span className="font-normal text-muted"> · {place}</span> : null}
        {entry.kind === 'act' && question ? <span className="font-normal text-muted">, {question.title}</span> : null}
      </p>
      {entry.kind === 'answer' ? <Change entry={entry} question={question} /> : null}
      {entry.kind === 'act' && question && entry.value !== null ? (
        <Value question={question} value={entry.value} />
      ) : null}
      {entry.kind === 'act' && entry.remark ? (
        <p dir="auto" className="wrap-anywhere mt-0.5 whitespace-pre-wrap border-control border-s-2 ps-3">
          {entry.remark}
        </p>
      ) : null}
    </li>
  )
}

function authorText({ kind, lane, name }: NonNullable<TimelineEntry['by']>): string {
  if (kind === 'you') return 'you'
  if (kind === 'reviewer') return 'reviewer or manager'
  if (lane === null) return 'an annotator'
  return name ? `lane ${lane} (${name})` : `lane ${lane}`
}

/** What an answer was and became: texts word by word. */
function Change({ entry, question }: { entry: Answer; question: Question | undefined }) {
  const { from, to, origin, way, suggestion } = entry
  const how = suggestion
    ? `accepted from ${suggestion.source}${suggestion.run ? `, run “${suggestion.run}”` : ''}`
    : (HOW[origin] ?? origin)
  return (
    <div className="mt-0.5 space-y-0.5">
      {question?.form === 'text' && (typeof from === 'string' || typeof to === 'string') ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          <DiffText parts={wordDiff(String(from ?? ''), String(to ?? ''))} />
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Value question={question} value={from} />
          <span className="text-muted" aria-hidden>
            →
          </span>
          <span className="sr-only">became</span>
          <Value question={question} value={to} />
        </div>
      )}
      <p className="text-muted text-xs">
        {WAY[way]}
        {to === null ? 'no answer' : how}
      </p>
    </div>
  )
}

/** A value in the words of its question; nothing at all where there was none. */
export function Value({ question, value }: { question: Question | undefined; value: Json }) {
  const { head } = useTimelineHead()
  if (value === null) return <span className="text-muted">no answer</span>
  const texts = new Map(head.units.map(({ key, text }) => [key, text]))
  if (question) return <AnswerValue question={question} value={value} texts={texts} />
  return <span dir="auto">{JSON.stringify(value)}</span>
}
