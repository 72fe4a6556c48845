import { ChartAxis } from '@/components/ui/chart-axis'
import { ChartInterval } from '@/components/ui/chart-interval'
import { ChartMarkLink } from '@/components/ui/chart-mark-link'
import type { Scale } from '@/components/ui/chart-scale'
import type { EstimateView } from '@/lib/quality/agreement/contract'

const MINUS = '−'

/** From 0 to 1, or from a quarter below the lowest figure or limit where one is negative; of shares always 0 to 1. */
export function scaleOf(estimates: readonly EstimateView[]): Scale {
  const lowest = Math.min(0, ...estimates.flatMap(({ value, interval }) => [value ?? 0, interval?.low ?? 0]))
  return { from: Math.max(-1, Math.floor(lowest * 4) / 4), to: 1 }
}

interface IntervalScaleProps {
  estimate: EstimateView
  /** The same for all rows of a table: `scaleOf` all of them. */
  scale: Scale
  /** Krippendorff's lines, of alpha only. */
  lines?: readonly number[]
  /** Intervals are being computed: the mark is hollow until this one is there. */
  pending?: boolean
  /** Where a click on the mark leads; the same as a link beside it, which keys reach. */
  href?: string | null
}

/** One figure and its interval on a scale. Says nothing in words: `EstimateText` stands beside it. */
export function IntervalScale({ estimate, scale, lines = [], pending = false, href = null }: IntervalScaleProps) {
  if (estimate.value === null) return null
  return (
    <ChartMarkLink href={href}>
      <ChartInterval
        point={estimate.value}
        interval={estimate.interval}
        scale={scale}
        lines={lines}
        pending={pending && estimate.interval === null}
      />
    </ChartMarkLink>
  )
}

/** The numbers of rows of `IntervalScale`: the ends, zero, and the reference lines, which lean away from each other. */
export function IntervalAxis({ scale, lines = [] }: { scale: Scale; lines?: readonly number[] }) {
  const marks = [...new Set([scale.from, 0, ...(lines.length > 0 ? lines : [0.5]), scale.to])]
  const lean = (mark: number) => (mark === lines[0] ? 'start' : mark === lines[1] ? 'end' : 'middle')
  return <ChartAxis scale={scale} marks={marks} format={axisText} lean={lean} />
}

function axisText(mark: number): string {
  const text = Number.isInteger(mark) ? String(Math.abs(mark)) : Math.abs(mark).toFixed(mark === 0.667 ? 3 : 2)
  return mark < 0 ? MINUS + text : text
}
