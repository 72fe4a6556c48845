import { Table, Td, Th } from '@/components/ui/table'
import type { MeasureView } from '@/lib/agreement/contract'
import { standing } from '@/lib/agreement/rules'
import { AlphaScale } from './alpha-scale'
import { EstimateText } from './estimate-text'
import { countOf, formatCoefficient, formatCount, formatShare } from './figure-format'

interface OverviewTableProps {
  measures: readonly MeasureView[]
  thresholds: readonly number[]
}

/** All measures of a stage side by side, whatever their unit: percent, coefficient and n together. */
export function OverviewTable({ measures, thresholds }: OverviewTableProps) {
  return (
    <Table caption="Agreement at a glance, one row a measure">
      <thead>
        <tr>
          <Th>Measure</Th>
          <Th>Unit of analysis</Th>
          <Th numeric>Rated twice or more</Th>
          <Th numeric>Annotators</Th>
          <Th numeric>Percent agreement</Th>
          <Th numeric>Alpha</Th>
          <Th>Alpha against 0.667 and 0.80</Th>
        </tr>
      </thead>
      <tbody>
        {measures.map(({ key, title, unitOfAnalysis, all }) => (
          <tr key={key}>
            <Th scope="row">{title}</Th>
            <Td>{unitOfAnalysis}</Td>
            <Td numeric>
              {formatCount(all.unitsWithTwo)} of {formatCount(all.units)}
              <span className="block text-muted text-xs">in {countOf(all.responses, 'response')}</span>
            </Td>
            <Td numeric>
              {formatCount(all.raters)}
              <span className="block text-muted text-xs">{countOf(all.pairs.length, 'pair')}</span>
            </Td>
            <Td numeric>
              <EstimateText estimate={all.percent} format={formatShare} />
            </Td>
            <Td numeric className="min-w-40">
              <EstimateText estimate={all.alpha} format={formatCoefficient} />
            </Td>
            <Td className="min-w-56">
              <AlphaScale estimate={all.alpha} thresholds={thresholds} />
              {all.alpha.interval ? (
                <span className="text-muted text-xs">{standing(all.alpha.interval)}</span>
              ) : all.alpha.value === null ? (
                <span className="text-muted">–</span>
              ) : null}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
