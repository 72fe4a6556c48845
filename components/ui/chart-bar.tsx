import { ChartMarkLink } from './chart-mark-link'
import { patternOf } from './chart-pattern'
import { cn } from './cn'
import { TONE_FILL, type Tone } from './tone'

type ChartBarProps = {
  /** Of the whole: 0 to 1. */
  share: number
  tone?: Tone
  /** Its place among the parts of its chart, which decides its texture. */
  index?: number
  href?: string | null
  className?: string
}

/** One bar of a chart, in a cell of its table. Says nothing in words: the figure stands beside it. */
export function ChartBar({ share, tone = 'accent', index = 0, href = null, className }: ChartBarProps) {
  return (
    <div aria-hidden className={cn('h-4 min-w-20 rounded-sm border border-line bg-sunken', className)}>
      {share === 0 ? null : (
        <ChartMarkLink href={href} className="block">
          <div
            className={cn('bar-fill h-3.5 min-w-0.5 rounded-[2px]', TONE_FILL[tone])}
            style={{ ...patternOf(index), width: `${Math.min(1, share) * 100}%` }}
          />
        </ChartMarkLink>
      )}
    </div>
  )
}
