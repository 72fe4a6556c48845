import type { EstimateView } from '@/lib/quality/agreement/contract'
import { formatCount, formatInterval } from './figure-format'

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
      {interval === null && pending ? <span className="block text-muted text-xs">interval to come</span> : null}
      {missing > 0 ? (
        <span className="block text-muted text-xs">
          undefined in {formatCount(missing)} of {formatCount(estimate.interval?.resamples ?? 0)} resamples
        </span>
      ) : null}
    </span>
  )
}
