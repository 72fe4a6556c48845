import { along, type Scale, ticksOf } from './chart-scale'
import { cn } from './cn'

type ChartAxisProps = {
  scale: Scale
  /** The numbers written below the line; round ones where left away. */
  marks?: readonly number[]
  format?: (mark: number) => string
  className?: string
}

/** The numbers below charts of one scale; as wide as they are, with the same margins. */
export function ChartAxis({ scale, marks = ticksOf(scale, 5), format = String, className }: ChartAxisProps) {
  return (
    <div aria-hidden className={cn('relative mx-2 h-4 min-w-32 font-normal text-muted text-xs', className)}>
      {marks.map((mark) => (
        <span
          key={mark}
          className="absolute top-0 -translate-x-1/2 whitespace-nowrap tabular-nums leading-4 rtl:translate-x-1/2"
          style={{ insetInlineStart: along(mark, scale) }}
        >
          {format(mark)}
        </span>
      ))}
    </div>
  )
}
