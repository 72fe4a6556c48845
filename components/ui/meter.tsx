import type { ReactNode } from 'react'
import { cn } from './cn'
import { TONE_FILL, type Tone } from './tone'
import { ToneMark } from './tone-mark'

type MeterProps = {
  /** What is measured; may be a link. */
  label: ReactNode
  /** The figure in words, e.g. "24 of 80 (30%)". The bar only draws it. */
  valueText: ReactNode
  /** `null`: undefined; then no bar is drawn and `valueText` says why. */
  value: number | null
  min?: number
  max?: number
  tone?: Tone
  /** Shows the tone's icon, or a letter, before the label; needed where the tone means something. */
  mark?: boolean | string
  className?: string
}

/** One horizontal bar of a chart: name, figure in words, bar. */
export function Meter(props: MeterProps) {
  const { label, valueText, value, min = 0, max = 1, tone = 'accent', mark = false, className } = props
  const share = value === null || max <= min ? 0 : Math.min(1, Math.max(0, (value - min) / (max - min)))
  return (
    <div className={cn('grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-sm', className)}>
      <span className="flex min-w-0 items-center gap-1.5">
        {mark ? <ToneMark tone={tone} letter={typeof mark === 'string' ? mark : undefined} /> : null}
        <span className="wrap-break-word min-w-0">{label}</span>
      </span>
      <span className="text-muted tabular-nums">{valueText}</span>
      {value === null ? null : (
        <div aria-hidden className="col-span-2 h-2.5 overflow-hidden rounded-full border border-control bg-sunken">
          <div className={cn('bar-fill h-full', TONE_FILL[tone])} style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </div>
  )
}
