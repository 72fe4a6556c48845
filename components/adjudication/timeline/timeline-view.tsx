'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { SkeletonText } from '@/components/ui/skeleton'
import type { Timeline, TimelineHead } from '@/lib/adjudication/timeline/contract'
import { timelineQuery } from '@/lib/adjudication/timeline/hooks'
import { protocolById, stageByKey } from '@/lib/protocols'
import { unitName } from '@/lib/protocols/unit-name'
import { AnswersThen } from './answers-then'
import { partName } from './part-name'
import { TimelineContext, useTimelineHead } from './timeline-context'
import { TimelineEntryView } from './timeline-entry'

const EVERY = 'every'

/** What happened to a task, step by step: by person and unit, with the answers as they stood at any step. */
export function TimelineView({ head, first }: { head: TimelineHead; first: Timeline }) {
  const stage = stageByKey(protocolById(head.protocolId), head.stageKey)
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

function Header() {
  const { head, stage } = useTimelineHead()
  return (
    <>
      <PageHeader
        eyebrow={
          head.itemId === null ? (
            <Link href={`/projects/${head.projectId}/submissions`}>Your submissions</Link>
          ) : (
            <Link href={`/projects/${head.projectId}/items/${head.itemId}`}>Item {head.position}</Link>
          )
        }
        title={`Time line: ${stage.title}`}
        description={
          head.abilities.readAll
            ? 'Everything that was done, in order. Until names are open, lanes have no hours.'
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
