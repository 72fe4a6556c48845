import { cn } from './cn'
import { TONE_FILL, type Tone } from './tone'

type ProgressBarProps = {
  label: string
  /** Shows the label and the words above the bar; otherwise they are read out only. */
  showLabel?: boolean
  /** `null`: under way, how far is not known. */
  value: number | null
  max?: number
  /** In words, e.g. "12 of 40 done"; a percentage where left away. */
  valueText?: string
  tone?: Tone
  className?: string
}

/** How far something has come. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, showLabel = false, value, max = 100, valueText, tone = 'accent', className } = props
  const share = value === null || max <= 0 ? 0 : Math.min(1, Math.max(0, value / max))
  const words = valueText ?? (value === null ? 'under way' : `${Math.round(share * 100)}%`)
  return (
    <div className={cn('w-full', className)}>
      {showLabel ? (
        <div className="mb-1 flex justify-between gap-4 text-sm">
          <span>{label}</span>
          <span className="text-muted tabular-nums">{words}</span>
        </div>
      ) : null}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value ?? undefined}
        aria-valuetext={words}
        className="h-2 overflow-hidden rounded-full border border-control bg-sunken"
      >
        <div
          className={cn('bar-fill h-full', TONE_FILL[tone], value === null && 'w-1/3 animate-pulse')}
          style={value === null ? undefined : { width: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
