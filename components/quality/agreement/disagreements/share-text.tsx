import { formatCount, formatShare } from '@/components/quality/agreement/figure-format'
import type { Share } from '@/lib/quality/agreement/disagreements/contract'

/** A share with its interval, or the count alone where there are too few. */
export function ShareText({ share: { count, of, share, interval } }: { share: Share }) {
  if (of === 0) return <span className="text-muted">none</span>
  if (share === null)
    return (
      <span className="tabular-nums">
        {formatCount(count)} of {formatCount(of)}
      </span>
    )
  return (
    <span className="tabular-nums">
      <span className="font-medium">{formatShare(share)}</span>
      {interval ? ` (${formatShare(interval.low)} to ${formatShare(interval.high)})` : null}, {formatCount(count)} of{' '}
      {formatCount(of)}
    </span>
  )
}
