import { EstimateText } from '@/components/quality/agreement/estimate-text'
import { formatCoefficient, formatShare } from '@/components/quality/agreement/figure-format'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { PairFigures } from '@/lib/quality/calibration/contract'

interface CeilingPanelProps {
  /** What those are called who rated. */
  of: 'Annotator' | 'Rater'
  /** `key` null: all together. */
  rows: readonly { key: string | null; name: string; figures: PairFigures }[]
}

/** One against the others: what a system can be expected to reach. */
export function CeilingPanel({ of, rows }: CeilingPanelProps) {
  if (rows.length === 0) return null
  const one = `one ${of.toLowerCase()} against the others`
  return (
    <Panel
      title={`The ceiling: ${one}`}
      description="Compared with what more than half of the others say of the same unit: about what a system can be expected to reach."
    >
      <Table caption={`O${one.slice(1)}`}>
        <thead>
          <tr>
            <Th>{of}</Th>
            <Th numeric>Units</Th>
            <Th numeric>Responses</Th>
            <Th>Percent</Th>
            <Th>Kappa</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <Tr key={key ?? 'all'}>
              <Th scope="row">
                <span dir="auto">{name}</span>
              </Th>
              <Td numeric>
                {figures.alike} of {figures.units} alike
              </Td>
              <Td numeric>{figures.responses}</Td>
              <Td>
                <EstimateText estimate={figures.percent} format={formatShare} />
              </Td>
              <Td>
                <EstimateText estimate={figures.kappa} format={formatCoefficient} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}
