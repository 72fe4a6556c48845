'use client'
import { useId } from 'react'
import { Panel } from '@/components/ui/panel'
import { ScrollArea } from '@/components/ui/scroll-area'
import type { TimelineEntry } from '@/lib/adjudication/timeline/contract'
import { answersAt } from '@/lib/adjudication/timeline/rules'
import { unitName } from '@/lib/protocols/unit-name'
import { useTimelineHead } from './timeline-context'
import { Value } from './timeline-entry'

interface AnswersThenProps {
  /** One annotator's, as far as they are loaded. */
  entries: readonly TimelineEntry[]
  /** After which of them. */
  place: number
  onPlace(place: number): void
}

/** One annotator's answers as they stood after a step; a slider goes through the steps. */
export function AnswersThen({ entries, place, onPlace }: AnswersThenProps) {
  const { head, stage } = useTimelineHead()
  const id = useId()
  const answers = answersAt(entries, place)
  const places = Object.entries(answers).flatMap(([unit, values]) =>
    Object.entries(values).flatMap(([question, value]) =>
      value === null || value === undefined ? [] : [{ unit, question, value }],
    ),
  )
  return (
    <div className="lg:sticky lg:top-20 lg:self-start">
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
