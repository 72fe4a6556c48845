import type { ReactNode } from 'react'
import type { Scale } from '@/components/ui/chart-scale'
import type { EstimateView } from '@/lib/quality/agreement/contract'
import { EstimateText } from './estimate-text'
import { IntervalAxis, IntervalScale } from './interval-scale'

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
