import type { EstimateView } from '@/lib/agreement/contract'

interface AlphaScaleProps {
  estimate: EstimateView
  thresholds: readonly number[]
  /** Writes the thresholds below their lines; for a scale that is wide enough. */
  labelled?: boolean
}

/** Alpha and its interval on a line from 0 (or −1, where it dips below) to 1, with the reference lines. Says nothing in words. */
export function AlphaScale({ estimate, thresholds, labelled = false }: AlphaScaleProps) {
  const { value, interval } = estimate
  if (value === null) return null
  const low = interval?.low ?? value
  const high = interval?.high ?? value
  const from = low < 0 ? -1 : 0
  const at = (x: number) => `${(Math.min(1, Math.max(from, x)) - from) * (100 / (1 - from))}%`
  const width = `${((Math.min(1, high) - Math.max(from, low)) * 100) / (1 - from)}%`
  return (
    <div aria-hidden className={labelled ? 'min-w-48 pb-4' : 'min-w-48 py-1'}>
      <div className="relative h-5 rounded-sm border border-control bg-sunken">
        <div className="bar-fill absolute inset-y-1.5 bg-accent-border" style={{ insetInlineStart: at(low), width }} />
        {thresholds.map((line) => (
          <div
            key={line}
            className="absolute -inset-y-1 border-ink border-s border-dashed"
            style={{ insetInlineStart: at(line) }}
          >
            {labelled ? (
              <span className="absolute top-full mt-0.5 -translate-x-1/2 text-[0.6875rem] text-muted leading-none rtl:translate-x-1/2">
                {line.toFixed(line === 0.667 ? 3 : 2)}
              </span>
            ) : null}
          </div>
        ))}
        <div className="bar-fill absolute -inset-y-0.5 -ms-0.5 w-1 bg-accent" style={{ insetInlineStart: at(value) }} />
      </div>
    </div>
  )
}
