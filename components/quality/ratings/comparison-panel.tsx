import { EstimateText } from '@/components/quality/agreement/estimate-text'
import { countOf, formatCount } from '@/components/quality/agreement/figure-format'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { Compared, ComparisonReport } from '@/lib/quality/rater-matrix/contract'
import { threeDecimals } from './three-decimals'

const TITLES = { segmentations: 'Cuts', lists: 'Lists', texts: 'Texts' } as const

/** Agreement of cuts, lists or texts: all pairs together, then every two raters. */
export function ComparisonPanel({ report }: { report: ComparisonReport }) {
  const { of, units, raters, responses, all, pairs } = report
  const counts = [countOf(units, 'unit'), countOf(raters.length, 'rater'), countOf(responses, 'response')]
  return (
    <Panel title={TITLES[of]} description={counts.join(' · ')}>
      <Figures name="All pairs" n={all.n} figures={all.figures} />
      {pairs.map(({ first, second, n, figures }) => (
        <Figures key={`${first}-${second}`} name={`${first} and ${second}`} n={n} figures={figures} />
      ))}
    </Panel>
  )
}

function Figures({ name, n, figures }: { name: string; n: number; figures: readonly Compared[] }) {
  return (
    <Table caption={`${name}: ${formatCount(n)} compared`} showCaption className="mb-4">
      <thead>
        <tr>
          <Th>Figure</Th>
          <Th>Value</Th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ key, title, form, estimate }) => (
          <tr key={key}>
            <Th scope="row">{title}</Th>
            <Td>
              <EstimateText estimate={estimate} format={form === 'count' ? formatCount : threeDecimals} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
