import type { Difference } from '@/lib/quality/anchoring/contract'
import { RESAMPLES } from '@/lib/quality/anchoring/contract'
import { countText, limitsText } from './number-text'

/** A difference with its interval below it, or why there is none. */
export function DifferenceText({ difference, format }: { difference: Difference; format: (value: number) => string }) {
  if (difference.value === null) return <span className="text-muted">{difference.words}</span>
  const limits = limitsText(difference, format)
  return (
    <span className="tabular-nums">
      <span className="font-medium">{format(difference.value)}</span>
      {limits ? <span className="block text-muted text-xs">{limits}</span> : null}
      {difference.undefinedResamples > 0 ? (
        <span className="block text-muted text-xs">
          undefined in {countText(difference.undefinedResamples)} of {countText(RESAMPLES)} resamples
        </span>
      ) : null}
    </span>
  )
}
