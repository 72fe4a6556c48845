'use client'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { Spread, StageProgress } from '@/lib/quality/progress/contract'
import { hoursText, minutesText } from './format-time'

const count = (value: number) => value.toLocaleString('en')

interface CostPanelProps {
  stages: readonly StageProgress[]
  /** What an hour costs, in whatever currency the reader thinks in; null: hours only. */
  rate: number | null
}

/** Active minutes by item, hours spent and hours to come, and what they cost at the reader's rate. */
export function CostPanel({ stages, rate }: CostPanelProps) {
  return (
    <Panel
      title="Minutes and cost"
      description="Annotation alone, of items that all their annotators have submitted; consolidation is not timed."
    >
      <Table caption="Active minutes and cost by stage">
        <thead>
          <tr>
            <Th>Stage</Th>
            <Th numeric>One person, one item</Th>
            <Th numeric>An item, all its people</Th>
            <Th numeric>Spent</Th>
            <Th numeric>Still to come</Th>
          </tr>
        </thead>
        <tbody>
          {stages.map(({ key, title, minutes }) => (
            <tr key={key}>
              <Th scope="row">{title}</Th>
              <Minutes n={minutes.shares.n} spread={minutes.shares.minutes} />
              <Minutes n={minutes.items.n} spread={minutes.items.minutes} />
              <Td numeric>
                {hoursText(minutes.spentHours)}
                <Cost hours={minutes.spentHours} rate={rate} />
                {minutes.unmeasured > 0 ? (
                  <span className="block text-muted text-xs">{count(minutes.unmeasured)} without a time</span>
                ) : null}
              </Td>
              <Left left={minutes.left} rate={rate} />
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

function Minutes({ n, spread }: { n: number; spread: Spread }) {
  return (
    <Td numeric>
      {spread ? (
        <>
          <span className="font-medium">{minutesText(spread.median)}</span>
          <span className="block whitespace-nowrap text-muted text-xs">
            {minutesText(spread.low)} to {minutesText(spread.high)}
          </span>
        </>
      ) : (
        <span className="text-muted">too few</span>
      )}
      <span className="block text-muted text-xs">n = {count(n)}</span>
    </Td>
  )
}

function Left({ left, rate }: { left: StageProgress['minutes']['left']; rate: number | null }) {
  if (left === null)
    return (
      <Td numeric className="text-muted">
        too few to tell
      </Td>
    )
  return (
    <Td numeric>
      <span className="font-medium">{hoursText(left.hours)}</span>
      <span className="block whitespace-nowrap text-muted text-xs">
        {hoursText(left.low)} to {hoursText(left.high)}, {count(left.items)} items
      </span>
      <Cost hours={left.hours} rate={rate} />
    </Td>
  )
}

function Cost({ hours, rate }: { hours: number; rate: number | null }) {
  if (rate === null) return null
  return <span className="block whitespace-nowrap text-xs">costs {count(Math.round(hours * rate))}</span>
}
