import { along, type Scale, ticksOf } from './chart-scale'
import { cn } from './cn'

/** On which side of its place most of a number stands, so that close ones do not run into each other. */
const LEANS = {
  start: '-translate-x-3/4 rtl:translate-x-3/4',
  middle: '-translate-x-1/2 rtl:translate-x-1/2',
  end: '-translate-x-1/4 rtl:translate-x-1/4',
} as const

type ChartAxisProps = {
  scale: Scale
  /** The numbers written; round ones where left away. */
  marks?: readonly number[]
  format?: (mark: number) => string
  lean?: (mark: number) => keyof typeof LEANS
  className?: string
}

/** The numbers of charts of one scale; as wide as they are, with the same margins. */
export function ChartAxis(props: ChartAxisProps) {
  const { scale, marks = ticksOf(scale, 5), format = String, lean = () => 'middle', className } = props
  return (
    <div
      aria-hidden
      className={cn('relative mx-2 h-4 min-w-32 font-normal text-[0.6875rem] text-muted print:text-[6.5pt]', className)}
    >
      {marks.map((mark) => (
        <span
          key={mark}
          className={cn('absolute top-0 whitespace-nowrap tabular-nums leading-4', LEANS[lean(mark)])}
          style={{ insetInlineStart: along(mark, scale) }}
        >
          {format(mark)}
        </span>
      ))}
    </div>
  )
}
