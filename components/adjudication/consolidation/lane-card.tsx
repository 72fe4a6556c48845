'use client'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { Lane } from '@/lib/adjudication/consolidation/contract'
import { answerOf } from '@/lib/protocols/completeness'
import type { Question } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { takeWords } from './acts'
import { useDeskContext } from './desk-context'
import { laneKeys } from './keys'
import { isListed, ValueView } from './value-view'
import { laneName, valueText } from './words'

type LaneCardProps = { lane: Lane; index: number; question: Question; unit: string }

/** What one annotator said: the value, what else they said about the unit, and the key that takes it. */
export function LaneCard({ lane, index, question, unit }: LaneCardProps) {
  const { view, current, lanes, takes, takeLane } = useDeskContext()
  const value = answerOf(lane.answers, unit, question.key)
  const other = lanes.find((each) => each.id !== lane.id && answerOf(each.answers, unit, question.key) !== null)
  const settled = current?.settled ?? null
  const isTaken = settled !== null && value !== null && sameValue(settled.value, value)
  const name = laneName(view, lane.id)
  const keys = laneKeys(index)
  return (
    <section
      aria-label={name}
      data-lane={lane.id}
      className={cn(
        'flex min-w-0 flex-col gap-2.5 rounded-lg border bg-surface p-3',
        isTaken ? 'border-accent outline-1 outline-accent' : 'border-line',
      )}
    >
      {/* Above what was said, so that it is in view however long that is. */}
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <h3 className="font-semibold text-sm">
          {name}
          {isTaken ? <span className="ms-2 font-normal text-accent-text text-xs">stands</span> : null}
        </h3>
        {takes ? (
          <Button
            size="sm"
            shortcut={value === null ? undefined : keys.value}
            disabled={value === null}
            // The second click of a double click would take the lane of the next question.
            onClick={({ detail }) => (detail > 1 ? undefined : takeLane(lane.id))}
          >
            {takeWords(name)}
          </Button>
        ) : null}
      </div>
      <div>
        {value === null ? (
          <p className="text-muted text-sm">
            {takes ? 'Not asked, or left blank: there is nothing to take.' : 'Not asked, or left blank.'}
          </p>
        ) : (
          <ValueView
            question={question}
            unit={unit}
            value={value}
            other={other ? answerOf(other.answers, unit, question.key) : undefined}
          />
        )}
      </div>
      <LaneContext lane={lane} unit={unit} besides={question.key} />
    </section>
  )
}

/** The same person's other answers about the unit: why they said what they said. */
function LaneContext({ lane, unit, besides }: { lane: Lane; unit: string; besides: string }) {
  const { stage, view } = useDeskContext()
  const kind = view.units.find((each) => each.key === unit)?.kind
  const others = stage.questions.filter(
    (each) => each.unit === kind && each.key !== besides && answerOf(lane.answers, unit, each.key) !== null,
  )
  if (others.length === 0) return null
  return (
    <dl className="space-y-1 border-line border-t pt-2 text-[0.8125rem]">
      {others.map((each) => (
        <div key={each.key}>
          <dt className="inline text-muted">{each.title}: </dt>
          <dd dir="auto" className="wrap-anywhere inline">
            {isListed(each) ? (
              <ValueView question={each} unit={unit} value={answerOf(lane.answers, unit, each.key)} />
            ) : (
              valueText(each, answerOf(lane.answers, unit, each.key), {
                stage,
                units: view.units,
                content: view.item.content,
                unit,
                lanes: [lane],
              })
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
