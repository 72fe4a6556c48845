'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createContext, useContext, useId, useState } from 'react'
import { DiffText } from '@/components/adjudication/consolidation/diff-text'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { ScrollArea } from '@/components/ui/scroll-area'
import { Select } from '@/components/ui/select'
import { SkeletonText } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { AnswerValue } from '@/components/workspace/items/answer-value'
import type { Timeline, TimelineEntry, TimelineHead } from '@/lib/adjudication/timeline/contract'
import { timelineQuery } from '@/lib/adjudication/timeline/hooks'
import { answersAt } from '@/lib/adjudication/timeline/rules'
import type { Json, Question, Stage } from '@/lib/protocols/protocol'
import { stageByKey } from '@/lib/protocols/stage-by-key'
import { unitName } from '@/lib/protocols/unit-name'
import { useProtocol } from '@/lib/protocols/use-protocol'
import { wordDiff } from '@/lib/text/word-diff'

/** What gives words to the entries of a time line. */
const TimelineContext = createContext<{ head: TimelineHead; stage: Stage } | null>(null)

function useTimelineHead(): { head: TimelineHead; stage: Stage } {
  const context = useContext(TimelineContext)
  if (!context) throw new Error('entries are drawn within a time line')
  return context
}

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
function TimelineEntryView({ entry, isHere }: { entry: TimelineEntry; isHere: boolean }) {
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
function Value({ question, value }: { question: Question | undefined; value: Json }) {
  const { head } = useTimelineHead()
  if (value === null) return <span className="text-muted">no answer</span>
  const texts = new Map(head.units.map(({ key, text }) => [key, text]))
  if (question) return <AnswerValue question={question} value={value} texts={texts} />
  return <span dir="auto">{JSON.stringify(value)}</span>
}

interface AnswersThenProps {
  /** One annotator's, as far as they are loaded. */
  entries: readonly TimelineEntry[]
  /** After which of them. */
  place: number
  onPlace(place: number): void
}

/** One annotator's answers as they stood after a step; a slider goes through the steps. */
function AnswersThen({ entries, place, onPlace }: AnswersThenProps) {
  const { head, stage } = useTimelineHead()
  const id = useId()
  const answers = answersAt(entries, place)
  const places = Object.entries(answers).flatMap(([unit, values]) =>
    Object.entries(values).flatMap(([question, value]) =>
      value === null || value === undefined ? [] : [{ unit, question, value }],
    ),
  )
  return (
    <div className="lg:sticky lg:top-20 lg:self-start low:lg:top-2">
      <Panel title="The answers then">
        <label htmlFor={id} className="mb-1 block text-muted text-sm">
          After step {place} of {entries.length}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={entries.length}
          value={place}
          onChange={(event) => onPlace(event.target.valueAsNumber)}
          className="h-6 w-full accent-accent"
        />
        {places.length === 0 ? (
          <p className="mt-3 text-muted text-sm">Nothing was answered by then.</p>
        ) : (
          <ScrollArea label="The answers then" className="mt-3 max-h-[60dvh]">
            <dl className="space-y-2 text-sm">
              {places.map(({ unit, question: key, value }) => {
                const question = stage.questions.find((each) => each.key === key)
                return (
                  <div key={`${unit} ${key}`}>
                    <dt className="text-muted text-xs">
                      {unitName(stage, head.units, unit)} · {question?.title ?? key}
                    </dt>
                    <dd className="wrap-anywhere">
                      <Value question={question} value={value} />
                    </dd>
                  </div>
                )
              })}
            </dl>
          </ScrollArea>
        )}
      </Panel>
    </div>
  )
}

/** A part of the time line as it is offered. */
function partName({ key, own, name }: TimelineHead['parts'][number]): string {
  if (key === 'all') return 'everything'
  if (key === 'task') return 'the task as a whole'
  if (own) return 'you'
  return name ? `lane ${key} (${name})` : `lane ${key}`
}

const EVERY = 'every'

/** What happened to a task, step by step: by person and unit, with the answers as they stood at any step. */
export function TimelineView({ head, first }: { head: TimelineHead; first: Timeline }) {
  const stage = stageByKey(useProtocol(head.protocolId), head.stageKey)
  const [part, setPart] = useState(first.part)
  const [unit, setUnit] = useState(EVERY)
  const [place, setPlace] = useState<number | null>(null)
  const isFirst = part === first.part && unit === EVERY
  const query = useInfiniteQuery({
    ...timelineQuery(head.taskId, { part, ...(unit === EVERY ? {} : { unit }) }),
    ...(isFirst ? { initialData: { pages: [first], pageParams: [0] } } : {}),
  })
  const entries = query.data?.pages.flatMap((page) => page.entries)
  const choose = (change: () => void) => {
    change()
    setPlace(null)
  }
  return (
    <TimelineContext value={{ head, stage }}>
      <Header />
      <Filters
        part={part}
        unit={unit}
        onPart={(next) => choose(() => setPart(next))}
        onUnit={(next) => choose(() => setUnit(next))}
      />
      {query.error && !entries ? (
        <ErrorState title="The time line could not be loaded" onRetry={() => void query.refetch()}>
          {query.error.message}
        </ErrorState>
      ) : !entries ? (
        <SkeletonText lines={8} label="Loading the time line" />
      ) : entries.length === 0 ? (
        <p className="text-muted">Nothing has happened here.</p>
      ) : (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
          <div className="min-w-0">
            <ol className="space-y-3">
              {entries.map((entry) => (
                <TimelineEntryView key={entry.place} entry={entry} isHere={entry.place === place} />
              ))}
            </ol>
            {query.hasNextPage ? (
              <Button className="mt-5" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show what came next
              </Button>
            ) : null}
          </div>
          {part === 'task' || part === 'all' ? null : (
            <AnswersThen entries={entries} place={place ?? entries.length} onPlace={setPlace} />
          )}
        </div>
      )}
    </TimelineContext>
  )
}

/** Where the reader works on the task or has worked on it: the workbench for its annotators, the desk for everybody else. */
function taskHref({ projectId, taskId, parts }: TimelineHead): string {
  const page = parts.some(({ own }) => own) ? 'annotate' : 'consolidate'
  return `/projects/${projectId}/tasks/${taskId}/${page}`
}

function Header() {
  const { head, stage } = useTimelineHead()
  return (
    <>
      <PageHeader
        eyebrow={
          <span className="flex flex-wrap gap-x-3">
            <Link href={taskHref(head)}>Back to the task</Link>
            {head.itemId === null ? (
              <Link href={`/projects/${head.projectId}/submissions`}>My submissions</Link>
            ) : (
              <Link href={`/projects/${head.projectId}/items/${head.itemId}`}>Item {head.position}</Link>
            )}
          </span>
        }
        title={`Time line: ${stage.title}`}
        description={
          head.abilities.readAll
            ? 'Everything that was done, in order. Until the annotators’ names are shown, what they did stands without times.'
            : 'Your own part, in order, also of earlier rounds. The rest opens once all have submitted.'
        }
      />
      <p dir="auto" className="mb-4 font-medium">
        {head.title}
      </p>
    </>
  )
}

interface FiltersProps {
  part: string
  unit: string
  onPart(part: string): void
  onUnit(unit: string): void
}

function Filters({ part, unit, onPart, onUnit }: FiltersProps) {
  const { head, stage } = useTimelineHead()
  const units = head.units.map(({ key }) => ({ value: key, label: unitName(stage, head.units, key) }))
  return (
    <div className="mb-6 flex flex-wrap gap-4">
      <Field label="Part">
        <Select
          value={part}
          onValueChange={onPart}
          options={head.parts.map((each) => ({ value: each.key, label: partName(each) }))}
        />
      </Field>
      <Field label="About">
        <Select value={unit} onValueChange={onUnit} options={[{ value: EVERY, label: 'everything' }, ...units]} />
      </Field>
    </div>
  )
}
