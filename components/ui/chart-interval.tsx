import { along, type Scale, shareAlong } from './chart-scale'
import { cn } from './cn'

/** How reference lines are told apart without colour, in their order. */
const LINE_STYLES = ['border-dotted', 'border-dashed', 'border-solid'] as const

type ChartIntervalProps = {
  /** null: undefined; then nothing but the line is drawn, and the words stand beside it. */
  point: number | null
  interval: { low: number; high: number } | null
  scale: Scale
  /** Reference lines, each with a stroke of its own. */
  lines?: readonly number[]
  /** The interval is still to come: a hollow mark. */
  pending?: boolean
  className?: string
}

/** One row of a forest chart: a point, its interval and reference lines. Says nothing in words: the figures stand beside it. */
export function ChartInterval(props: ChartIntervalProps) {
  const { point, interval, scale, lines = [], pending = false, className } = props
  return (
    <div aria-hidden className={cn('relative mx-2 h-6 min-w-32', className)}>
      <div className="absolute inset-x-0 top-1/2 border-line border-t" />
      {lines.map((line, index) => (
        <div
          key={line}
          className={cn('absolute inset-y-0 border-ink border-s', LINE_STYLES[index % LINE_STYLES.length])}
          style={{ insetInlineStart: along(line, scale) }}
        />
      ))}
      {interval ? <Whisker {...interval} scale={scale} /> : null}
      {point === null ? null : (
        <div
          className={cn(
            'bar-fill absolute top-1/2 -ms-1.5 size-3 -translate-y-1/2 rotate-45 rounded-[1px] border-2',
            pending ? 'border-accent border-dashed bg-surface' : 'border-surface bg-accent',
          )}
          style={{ insetInlineStart: along(point, scale) }}
        />
      )}
    </div>
  )
}

/** A bar from end to end; what lies beyond the scale ends in a point instead of a cap. */
function Whisker({ low, high, scale }: { low: number; high: number; scale: Scale }) {
  const from = shareAlong(low, scale)
  const cap = 'bar-fill absolute top-1/2 h-2.5 w-0.5 -translate-y-1/2 bg-accent'
  return (
    <div
      className="absolute inset-y-0"
      style={{ insetInlineStart: along(low, scale), width: `${(shareAlong(high, scale) - from) * 100}%` }}
    >
      <div className="bar-fill absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 bg-accent" />
      {low < scale.from ? <Beyond className="-start-1.5 rtl:rotate-180" /> : <div className={cn(cap, 'start-0')} />}
      {high > scale.to ? <Beyond className="-end-1.5 rotate-180 rtl:rotate-0" /> : <div className={cn(cap, 'end-0')} />}
    </div>
  )
}

function Beyond({ className }: { className: string }) {
  return (
    <div
      className={cn(
        'bar-fill absolute top-1/2 -mt-1.5 size-3 bg-accent [clip-path:polygon(0_50%,100%_0,100%_100%)]',
        className,
      )}
    />
  )
}
