import type { ReactNode } from 'react'
import type { Scale } from '@/components/ui/chart-scale'
import type { EstimateView } from '@/lib/quality/agreement/contract'
import { isMarked } from '@/lib/stats/interval-limits'
import { countOf, formatCount, formatInterval } from './figure-format'
import { IntervalAxis, IntervalScale } from './interval-scale'

interface EstimateTextProps {
  estimate: EstimateView
  format: (value: number) => string
  /** Intervals are being computed; says so until this one is there. */
  pending?: boolean
}

/** A figure with its interval below it, or the reason why there is none. */
export function EstimateText({ estimate, format, pending = false }: EstimateTextProps) {
  if (estimate.value === null) return <span className="text-muted">{estimate.words}</span>
  const interval = formatInterval(estimate, format)
  const missing = estimate.interval?.undefinedResamples ?? 0
  return (
    <span className="tabular-nums">
      <span className="font-medium">{format(estimate.value)}</span>
      {interval ? <span className="block whitespace-nowrap text-muted text-xs">{interval}</span> : null}
      {estimate.interval ? <FewResampled drawn={estimate.interval.drawn} /> : null}
      {estimate.interval?.withAnnotators ? (
        <span className="block text-muted text-xs">
          {format(estimate.interval.withAnnotators.low)} to {format(estimate.interval.withAnnotators.high)} with other
          annotators
        </span>
      ) : null}
      {interval === null && pending ? <span className="block text-muted text-xs">interval pending</span> : null}
      {missing > 0 ? (
        <span className="block text-muted text-xs">
          undefined in {formatCount(missing)} of {formatCount(estimate.interval?.resamples ?? 0)} resamples
        </span>
      ) : null}
    </span>
  )
}

/** Marks an interval of few responses, which holds less than it promises. */
export function FewResampled({ drawn, one = 'response' }: { drawn: number; one?: string }) {
  if (!isMarked(drawn)) return null
  return <span className="block whitespace-normal text-muted text-xs">† few: only {countOf(drawn, one)} resampled</span>
}

interface EstimateOnScaleProps {
  estimate: EstimateView
  format: (value: number) => string
  scale: Scale
  /** Krippendorff's lines, of alpha only. */
  lines?: readonly number[]
  pending?: boolean
  /** Where the mark leads. */
  href?: string | null
  /** Words below the scale. */
  children?: ReactNode
}

/** A figure in words and on a scale, in one cell: side by side, one below the other on narrow screens. */
export function EstimateOnScale({ estimate, format, children, ...scale }: EstimateOnScaleProps) {
  const text = <EstimateText estimate={estimate} format={format} pending={scale.pending} />
  if (estimate.value === null) return text
  return (
    <div className="min-w-52 gap-x-2 lg:grid lg:grid-cols-[6.5rem_minmax(11rem,1fr)] print:block print:min-w-36">
      <div>{text}</div>
      <div>
        <IntervalScale estimate={estimate} {...scale} />
        {children}
      </div>
    </div>
  )
}

interface ScaleHeadingProps {
  title: string
  scale: Scale
  lines?: readonly number[]
}

/** Heads a column of `EstimateOnScale` with the numbers of its scale. */
export function ScaleHeading({ title, scale, lines }: ScaleHeadingProps) {
  return (
    <div className="min-w-52 gap-x-2 lg:grid lg:grid-cols-[6.5rem_minmax(11rem,1fr)] print:block print:min-w-36">
      <span className="whitespace-normal">{title}</span>
      <IntervalAxis scale={scale} lines={lines} />
    </div>
  )
}
