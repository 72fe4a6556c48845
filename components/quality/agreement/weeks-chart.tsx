import { ChartLine } from '@/components/ui/chart-line'
import type { Slices } from '@/lib/quality/agreement/detail/contract'
import { formatCoefficient } from './figure-format'
import { scaleOf } from './interval-scale'
import type { Shown } from './shown'

interface WeeksChartProps {
  shown: Shown
  slices: Slices['slices']
  thresholds: readonly number[]
}

/** Alpha week by week, with its interval and Krippendorff's lines. Its table stands below. */
export function WeeksChart({ shown, slices, thresholds }: WeeksChartProps) {
  const weeks = slices.filter(({ value }) => value !== null)
  const scale = scaleOf(weeks.map(({ figures }) => figures.alpha))
  return (
    <ChartLine
      label="alpha by week"
      scale={scale}
      lines={thresholds}
      format={formatCoefficient}
      points={weeks.map(({ value, figures }) => ({
        key: value ?? '',
        label: dayOf(value ?? ''),
        value: figures.alpha.value,
        interval: figures.alpha.interval,
        href: shown.href({ slice: { by: 'week', value }, count: figures.units }),
      }))}
    />
  )
}

/** "3 Nov" of 2026-11-03. */
function dayOf(monday: string): string {
  const date = new Date(`${monday}T00:00:00Z`)
  return Number.isNaN(date.getTime())
    ? monday
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
}
