import { ChartMarkLink } from './chart-mark-link'
import { patternOf } from './chart-pattern'
import { cn } from './cn'
import { TONE_FILL, type Tone } from './tone'

export type StripPart = {
  key: string
  value: number
  tone: Tone
  /** Where a click on the part leads. */
  href?: string | null
}

type ChartStripProps = {
  /** Parts keep their texture by place, so that those of one chart and its key are the same. */
  parts: readonly StripPart[]
  className?: string
}

/** Parts of a whole in one bar, told apart by texture. Says nothing in words: a key or a table stands beside it. */
export function ChartStrip({ parts, className }: ChartStripProps) {
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  if (total === 0) return null
  return (
    <div aria-hidden className={cn('flex h-4 gap-0.5 overflow-hidden rounded-sm bg-sunken', className)}>
      {parts.map((part, index) =>
        part.value === 0 ? null : (
          <div key={part.key} className="min-w-1" style={{ width: `${(part.value / total) * 100}%` }}>
            <ChartMarkLink href={part.href ?? null} className="block">
              <div className={cn('bar-fill h-4', TONE_FILL[part.tone])} style={patternOf(index)} />
            </ChartMarkLink>
          </div>
        ),
      )}
    </div>
  )
}

/** The texture and tone of one part, beside its name. */
export function ChartSwatch({ tone, index }: { tone: Tone; index: number }) {
  return (
    <span
      aria-hidden
      className={cn('bar-fill inline-block h-3 w-4 shrink-0 rounded-[2px]', TONE_FILL[tone])}
      style={patternOf(index)}
    />
  )
}
