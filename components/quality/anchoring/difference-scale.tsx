import type { Difference } from '@/lib/quality/anchoring/contract'

/** A difference and its interval on a line from −1 to 1, with zero marked. Says nothing in words: a table stands below. */
export function DifferenceScale({ difference: { value, low, high } }: { difference: Difference }) {
  if (value === null) return null
  const at = (x: number) => `${(Math.min(1, Math.max(-1, x)) + 1) * 50}%`
  const [from, to] = [low ?? value, high ?? value]
  return (
    <div aria-hidden className="min-w-48 max-w-xl pb-5">
      <div className="relative h-6 rounded-sm border border-control bg-sunken">
        <div
          className="bar-fill absolute inset-y-1.5 bg-accent-border"
          style={{ insetInlineStart: at(from), width: `${(Math.min(1, to) - Math.max(-1, from)) * 50}%` }}
        />
        <div className="absolute -inset-y-1 border-ink border-s border-dashed" style={{ insetInlineStart: at(0) }}>
          <span className="absolute top-full mt-0.5 -translate-x-1/2 whitespace-nowrap text-[0.6875rem] text-muted leading-none rtl:translate-x-1/2">
            no difference
          </span>
        </div>
        <div className="bar-fill absolute -inset-y-0.5 -ms-0.5 w-1 bg-accent" style={{ insetInlineStart: at(value) }} />
      </div>
    </div>
  )
}
