import type { CSSProperties } from 'react'

/** How much of the accent each step has; text stays readable on all of them. */
const STEPS = [0, 7, 14, 21, 28] as const

/** The step of a number from 0 to 1: five of equal width. Negative numbers are in the first. */
export const stepOf = (share: number): number =>
  Math.min(STEPS.length - 1, Math.max(0, Math.floor(share * STEPS.length + 1e-9)))

/** The ground of a table's cell by the step of its number, which stands in it. Printed too. */
export const shadeOf = (share: number): CSSProperties => ({
  backgroundColor: `color-mix(in oklab, var(--accent) ${STEPS[stepOf(share)]}%, var(--surface))`,
  printColorAdjust: 'exact',
})

/** What the steps stand for: "below 0.20", "from 0.80". */
export function ChartShadeKey({ format }: { format: (bound: number) => string }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
      {STEPS.map((step, index) => (
        <li key={step} className="flex items-center gap-1.5">
          <span aria-hidden className="size-4 rounded-sm border border-control" style={shadeOf(index / STEPS.length)} />
          {index === 0 ? `below ${format(1 / STEPS.length)}` : `from ${format(index / STEPS.length)}`}
        </li>
      ))}
    </ul>
  )
}
