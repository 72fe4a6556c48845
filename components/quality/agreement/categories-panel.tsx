import { ChartBar } from '@/components/ui/chart-bar'
import { ChartStrip, ChartSwatch } from '@/components/ui/chart-strip'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { Figures } from '@/lib/quality/agreement/contract'
import { EstimateOnScale, ScaleHeading } from './estimate-text'
import { countOf, formatCoefficient, formatCount, formatShare } from './figure-format'
import { scaleOf } from './interval-scale'
import { ItemsLink } from './items-link'
import { leavesValuesOut, listedValues } from './listed-values'
import type { Shown } from './shown'

interface CategoriesPanelProps {
  shown: Shown
  figures: Figures
  pending: boolean
}

/** How often each value was given, and how well annotators agree on it against all others. */
export function CategoriesPanel({ shown, figures, pending }: CategoriesPanelProps) {
  const { ratings } = figures
  const of = new Map(listedValues(shown.measure, figures).map((category) => [category.value, category]))
  const categories = figures.categories.filter(({ value }) => of.has(value))
  const leftOut = leavesValuesOut(shown.measure, figures) ? ' Values that nobody gave are left out.' : ''
  const rows = categories.map(({ value, ...rest }) => {
    const { text, tone } = of.get(value) ?? { text: value, tone: 'neutral' as const }
    return { ...rest, key: value, text, tone, value: rest.count, href: shown.href({ a: value, count: rest.count }) }
  })
  const scale = scaleOf(categories.map(({ alpha }) => alpha))
  return (
    <Panel
      title="Values"
      description={`How often each was given among ${countOf(ratings, 'rating')} by all annotators, and how well they agree on it: alpha of this value against all others together.${leftOut}`}
    >
      <ChartStrip parts={rows} className="mb-4" />
      <Table caption={`Prevalence of, and agreement on, each value of ${shown.measure.title}`}>
        <thead>
          <tr>
            <Th>Value</Th>
            <Th numeric>Ratings</Th>
            <Th className="min-w-36">Share</Th>
            <Th className="lg:w-1/2">
              <ScaleHeading title="Alpha of this value" scale={scale} />
            </Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, text, tone, count, share, alpha, href }, index) => (
            <tr key={key}>
              <Th scope="row" className="align-top">
                <span className="flex min-w-24 items-center gap-2">
                  <ChartSwatch tone={tone} index={index} />
                  <span dir="auto">{text}</span>
                </span>
              </Th>
              <Td numeric>
                <ItemsLink href={href} about={`ratings “${text}”`}>
                  {formatCount(count)}
                </ItemsLink>
              </Td>
              <Td>
                {share === null ? (
                  <span className="text-muted">–</span>
                ) : (
                  <span className="flex items-center gap-2">
                    <span className="w-12 text-end tabular-nums">{formatShare(share)}</span>
                    <ChartBar share={share} tone={tone} index={index} href={href} className="flex-1" />
                  </span>
                )}
              </Td>
              <Td>
                <EstimateOnScale
                  estimate={alpha}
                  format={formatCoefficient}
                  scale={scale}
                  pending={pending}
                  href={href}
                />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}
