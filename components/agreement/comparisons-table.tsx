import { Table, Td, Th } from '@/components/ui/table'
import type { ComparisonView } from '@/lib/agreement/contract'
import { EstimateText } from './estimate-text'
import { countOf, formatCoefficient, formatCount, formatShare, unitsOf } from './figure-format'
import { IntervalAxis, IntervalScale } from './interval-scale'

const UNIT = { from: 0, to: 1 }

interface ComparisonsTableProps {
  stage: string
  comparisons: readonly ComparisonView[]
  pending: boolean
}

/** Agreement of lists and texts, which have no categories: what two annotators' answers have in common. */
export function ComparisonsTable({ stage, comparisons, pending }: ComparisonsTableProps) {
  return (
    <Table caption={`Agreement of lists and texts: ${stage}`} showCaption>
      <thead>
        <tr>
          <Th>Figure</Th>
          <Th numeric>Value</Th>
          <Th className="min-w-56">
            From 0 to 1
            <span className="mt-1 block">
              <IntervalAxis scale={UNIT} />
            </span>
          </Th>
        </tr>
      </thead>
      {comparisons.map((comparison) => (
        <ComparisonRows key={comparison.key} comparison={comparison} pending={pending} />
      ))}
    </Table>
  )
}

function ComparisonRows({ comparison, pending }: { comparison: ComparisonView; pending: boolean }) {
  const { title, unitOfAnalysis, units, pairs, responses, figures } = comparison
  return (
    <tbody>
      <tr>
        <Th scope="rowgroup" colSpan={3} className="bg-sunken">
          {title}
          <span className="block font-normal text-muted text-xs">
            {unitsOf(units, unitOfAnalysis)}, {countOf(pairs, 'pair')} of answers, in {countOf(responses, 'response')}
          </span>
        </Th>
      </tr>
      {figures.map(({ key, title: name, form, estimate }) => (
        <tr key={key}>
          <Th scope="row" className="font-normal">
            {name}
          </Th>
          <Td numeric>
            <EstimateText estimate={estimate} format={FORMATS[form]} pending={pending && form !== 'count'} />
          </Td>
          <Td>{form === 'count' ? null : <IntervalScale estimate={estimate} scale={UNIT} pending={pending} />}</Td>
        </tr>
      ))}
    </tbody>
  )
}

const FORMATS = { share: formatShare, distance: formatCoefficient, count: formatCount } as const
