import { along, type Scale, shareAlong, ticksOf } from '@/components/ui/chart-scale'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ScrollArea } from '@/components/ui/scroll-area'
import { Table, Td, Th } from '@/components/ui/table'
import type { Point, Progress, StageProgress } from '@/lib/quality/progress/contract'
import { dayText, shortDay } from './format-time'

/** The curves: each has a stroke of its own and its name at its end, so that no colour is needed. */
const CURVES = [
  { key: 'items', text: 'items', dash: '2 4', className: 'stroke-ink' },
  { key: 'revealed', text: 'annotated', dash: '7 4', className: 'stroke-accent' },
  { key: 'gold', text: 'gold', dash: undefined, className: 'stroke-positive' },
] as const

const DAY_MS = 86_400_000
const time = (day: string) => Date.parse(day)

interface BurnUpChartProps {
  /** Of the stage. */
  title: string
  /** The word for what is settled for good. */
  done: 'gold' | 'tallied'
  points: readonly Point[]
  /** The last day of the chart. */
  today: string
}

/** Items, annotated and gold over time, as steps. Says nothing in words: its table stands below. */
function BurnUpChart({ title, done, points, today }: BurnUpChartProps) {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return null
  const days = { from: time(first.day) - DAY_MS, to: Math.max(time(today), time(last.day)) + DAY_MS }
  const counts = {
    from: 0,
    to: Math.max(1, ...points.map(({ items, revealed, gold }) => Math.max(items, revealed, gold))),
  }
  return (
    <ScrollArea label={`Chart: burn-up of ${title}`} className="print:overflow-visible">
      <div aria-hidden data-chart dir="ltr" className="flex gap-2 pt-2 text-muted text-xs">
        <div className="relative h-56 w-12 shrink-0">
          {ticksOf(counts, 5).map((tick) => (
            <span
              key={tick}
              className="absolute end-0 translate-y-1/2 tabular-nums leading-none"
              style={{ bottom: along(tick, counts) }}
            >
              {tick.toLocaleString('en')}
            </span>
          ))}
        </div>
        <div className="min-w-64 flex-1">
          <div className="relative h-56 border-control border-s border-b">
            <svg aria-hidden className="absolute inset-0 size-full" viewBox="0 0 100 100" preserveAspectRatio="none">
              {CURVES.map(({ key, dash, className }) => (
                <polyline
                  key={key}
                  points={stepsOf(points, key, days, counts)}
                  fill="none"
                  strokeWidth="2"
                  strokeDasharray={dash}
                  vectorEffect="non-scaling-stroke"
                  className={className}
                />
              ))}
            </svg>
          </div>
          <div className="flex justify-between pt-1">
            <span>{shortDay(first.day)}</span>
            <span>{shortDay(last.day > today ? last.day : today)}</span>
          </div>
        </div>
        <EndLabels last={last} scale={counts} done={done} />
      </div>
    </ScrollArea>
  )
}

/** A curve's corners in hundredths: flat until the next point, then up. */
function stepsOf(points: readonly Point[], key: (typeof CURVES)[number]['key'], days: Scale, counts: Scale): string {
  const x = (moment: number) => (shareAlong(moment, days) * 100).toFixed(2)
  const y = (count: number) => (100 - shareAlong(count, counts) * 100).toFixed(2)
  const corners = points.flatMap((point, index) => {
    const before = points[index - 1]?.[key] ?? 0
    const pointX = x(time(point.day))
    return [`${pointX},${y(before)}`, `${pointX},${y(point[key])}`]
  })
  return [`0,${y(0)}`, ...corners, `100,${y(points.at(-1)?.[key] ?? 0)}`].join(' ')
}

/** The curves' names at their ends, highest first, kept apart where ends meet. */
function EndLabels({ last, scale, done }: { last: Point; scale: Scale; done: string }) {
  const least = 0.07
  let below = 1 + least
  const placed = CURVES.map((curve) => ({ ...curve, at: shareAlong(last[curve.key], scale) }))
    .sort((a, b) => b.at - a.at)
    .map((curve) => {
      below = Math.min(curve.at, below - least)
      return { ...curve, at: below }
    })
  return (
    <div className="relative h-56 w-24 shrink-0">
      {placed.map(({ key, text, dash, className, at }) => (
        <span
          key={key}
          className="absolute flex translate-y-1/2 items-center gap-1 whitespace-nowrap text-ink leading-none"
          style={{ bottom: `${at * 100}%` }}
        >
          <svg aria-hidden className="h-2 w-5 shrink-0" viewBox="0 0 20 8">
            <line x1="0" x2="20" y1="4" y2="4" strokeWidth="2" strokeDasharray={dash} className={className} />
          </svg>
          {key === 'gold' ? done : text}
        </span>
      ))}
    </div>
  )
}

interface BurnUpPanelProps {
  projectId: string
  stage: StageProgress
  by: Progress['by']
  today: string
}

const count = (value: number) => value.toLocaleString('en')

/** How far a stage has come, day by day or week by week. */
export function BurnUpPanel({ projectId, stage, by, today }: BurnUpPanelProps) {
  const { items, revealed, gold, withoutWork } = stage.tasks
  const done = stage.votes ? 'tallied' : 'gold'
  const link = (state: string, value: number, about: string) =>
    value === 0 ? (
      count(value)
    ) : (
      <Link href={`/projects/${projectId}/items?${new URLSearchParams({ stage: stage.key, state })}`} prefetch={false}>
        {count(value)}
        <span className="sr-only"> {about}: show the items</span>
      </Link>
    )
  return (
    <Panel
      title={
        <>
          Burn-up<span className="sr-only"> of {stage.title}</span>
        </>
      }
      headingLevel={3}
      description={
        <>
          {count(revealed)} of {count(items)} items are annotated by all, {link('gold', gold, done)} are {done}
          {withoutWork > 0 ? ` (${count(withoutWork)} of them imported${stage.votes ? '' : ' as gold'})` : ''}.
        </>
      }
    >
      <BurnUpChart title={stage.title} done={done} points={stage.points} today={today} />
      <details className="mt-4">
        <summary className="cursor-pointer text-sm">The numbers behind the chart</summary>
        <ScrollArea label={`${stage.title}: the numbers behind the chart`} className="mt-2 max-h-96 print:max-h-none">
          <Table caption={`${stage.title}: totals by ${by}`}>
            <thead>
              <tr>
                <Th>{by === 'day' ? 'Day (UTC)' : 'Week of'}</Th>
                <Th numeric>Items</Th>
                <Th numeric>Annotated</Th>
                <Th numeric>{stage.votes ? 'Tallied' : 'Gold'}</Th>
              </tr>
            </thead>
            <tbody>
              {stage.points.toReversed().map((point) => (
                <tr key={point.day}>
                  <Th scope="row">{dayText(point.day)}</Th>
                  <Td numeric>{count(point.items)}</Td>
                  <Td numeric>{count(point.revealed)}</Td>
                  <Td numeric>{count(point.gold)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </ScrollArea>
      </details>
    </Panel>
  )
}
