import { ChartStrip, ChartSwatch } from '@/components/ui/chart-strip'
import type { Figures, MeasureHead } from '@/lib/quality/agreement/contract'
import { countOf, formatCount, formatShare } from './figure-format'
import { ItemsLink } from './items-link'
import type { Shown } from './shown'

interface PrevalenceStripProps {
  shown: Shown
  measure: MeasureHead
  figures: Figures
  /** So many of the most frequent values are named; the page of the measure has them all. */
  named?: number
}

/** How often each value was given, in a bar with the most frequent named below it. */
export function PrevalenceStrip({ shown, measure, figures, named: most = 4 }: PrevalenceStripProps) {
  if (figures.ratings === 0) return <span className="text-muted">–</span>
  const parts = figures.categories.map(({ value, count, share }, index) => {
    const category = measure.categories.find((each) => each.value === value)
    const href = shown.href({ a: value, count })
    return {
      key: value,
      value: count,
      index,
      share,
      href,
      text: category?.text ?? value,
      tone: category?.tone ?? 'neutral',
    }
  })
  const listedParts = parts.toSorted((one, other) => other.value - one.value).slice(0, most)
  const rest = parts.filter(({ value }) => value > 0).length - listedParts.filter(({ value }) => value > 0).length
  return (
    <div className="min-w-44">
      <ChartStrip parts={parts} />
      <ul className="mt-1 text-xs">
        {listedParts
          .filter(({ value }) => value > 0)
          .map(({ key, text, tone, index, share, value, href }) => (
            <li key={key} className="flex min-h-6 items-center gap-1.5">
              <ChartSwatch tone={tone} index={index} />
              <span className="min-w-0 truncate" title={text}>
                {text}
              </span>
              <ItemsLink
                href={href}
                about={share === null ? `“${text}”` : `of the ratings are “${text}” (${formatCount(value)})`}
              >
                {share === null ? countOf(value, 'rating') : formatShare(share)}
              </ItemsLink>
            </li>
          ))}
        {rest > 0 && most > 1 ? <li className="text-muted">and {formatCount(rest)} more</li> : null}
      </ul>
    </div>
  )
}
