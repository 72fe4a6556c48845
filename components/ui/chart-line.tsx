import { ChartMarkLink } from './chart-mark-link'
import { along, type Scale, shareAlong, ticksOf } from './chart-scale'
import { ScrollArea } from './scroll-area'

export type LinePoint = {
  key: string
  /** Below the point, short. */
  label: string
  /** null: a gap in the line. */
  value: number | null
  interval: { low: number; high: number } | null
  href?: string | null
}

type ChartLineProps = {
  /** Names the chart where it can be scrolled. */
  label: string
  points: readonly LinePoint[]
  scale: Scale
  /** Reference lines. */
  lines?: readonly number[]
  format?: (tick: number) => string
}

/** Least width of a point, in rem; narrower screens scroll. */
const STEP = 2.5

/** A line over time with the interval of each point. Says nothing in words: its table stands below. */
export function ChartLine({ label, points, scale, lines = [], format = String }: ChartLineProps) {
  const left = (index: number) => `${((index + 0.5) / points.length) * 100}%`
  const bottom = (value: number) => along(value, scale)
  return (
    <ScrollArea label={`Chart: ${label}`} className="print:overflow-visible">
      <div aria-hidden data-chart dir="ltr" className="flex gap-2 pt-2 text-muted text-xs">
        <div className="relative h-48 w-10 shrink-0">
          {ticksOf(scale).map((tick) => (
            <span
              key={tick}
              className="absolute end-0 translate-y-1/2 tabular-nums leading-none"
              style={{ bottom: bottom(tick) }}
            >
              {format(tick)}
            </span>
          ))}
        </div>
        <div className="flex-1" style={{ minWidth: `${points.length * STEP}rem` }}>
          <div className="relative h-48 border-control border-s border-b">
            <Strokes points={points} scale={scale} lines={lines} />
            {points.map((point, index) => (
              <Whisker key={point.key} point={point} scale={scale} left={left(index)} />
            ))}
          </div>
          <div className="flex">
            {points.map((point) => (
              <span key={point.key} className="flex-1 pt-1 text-center leading-tight">
                {point.label}
              </span>
            ))}
          </div>
        </div>
      </div>
    </ScrollArea>
  )
}

function Strokes({ points, scale, lines }: Required<Pick<ChartLineProps, 'points' | 'scale' | 'lines'>>) {
  const y = (value: number) => 100 - shareAlong(value, scale) * 100
  const x = (index: number) => ((index + 0.5) / points.length) * 100
  return (
    <svg aria-hidden className="absolute inset-0 size-full" viewBox="0 0 100 100" preserveAspectRatio="none">
      {lines.map((line, index) => (
        <line
          key={line}
          x1="0"
          x2="100"
          y1={y(line)}
          y2={y(line)}
          vectorEffect="non-scaling-stroke"
          strokeDasharray={index % 2 === 0 ? '2 3' : '7 4'}
          className="stroke-ink"
        />
      ))}
      {stretches(points).map((stretch) => (
        <polyline
          key={stretch[0]?.index}
          points={stretch.map(({ index, value }) => `${x(index)},${y(value)}`).join(' ')}
          fill="none"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
      ))}
    </svg>
  )
}

/** The runs of points without a gap. */
function stretches(points: readonly LinePoint[]): { index: number; value: number }[][] {
  const runs: { index: number; value: number }[][] = [[]]
  points.forEach(({ value }, index) => {
    if (value === null) runs.push([])
    else runs.at(-1)?.push({ index, value })
  })
  return runs.filter((run) => run.length > 0)
}

function Whisker({ point, scale, left }: { point: LinePoint; scale: Scale; left: string }) {
  if (point.value === null) return null
  const { interval } = point
  return (
    <>
      {interval ? (
        <div
          className="bar-fill absolute -ml-px w-0.5 bg-accent"
          style={{
            left,
            bottom: along(interval.low, scale),
            height: `${(shareAlong(interval.high, scale) - shareAlong(interval.low, scale)) * 100}%`,
          }}
        >
          <div className="bar-fill absolute top-0 -left-1 h-0.5 w-2.5 bg-accent" />
          <div className="bar-fill absolute bottom-0 -left-1 h-0.5 w-2.5 bg-accent" />
        </div>
      ) : null}
      <div
        className="absolute size-6 -translate-x-1/2 translate-y-1/2"
        style={{ left, bottom: along(point.value, scale) }}
      >
        <ChartMarkLink href={point.href ?? null} className="block size-6">
          <div className="bar-fill relative top-1.5 left-1.5 size-3 rotate-45 rounded-[1px] border-2 border-surface bg-accent" />
        </ChartMarkLink>
      </div>
    </>
  )
}
