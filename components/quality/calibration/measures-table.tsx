import { EstimateText } from '@/components/quality/agreement/estimate-text'
import { formatCoefficient, formatShare } from '@/components/quality/agreement/figure-format'
import { IntervalScale, scaleOf } from '@/components/quality/agreement/interval-scale'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { MeasuredPair, PersonCalibration } from '@/lib/quality/calibration/contract'

interface MeasuresTableProps {
  people: readonly PersonCalibration[]
  of: 'gate' | 'repeats'
  caption: string
}

/** Percent and kappa of each person under each measure. Nothing while nobody has figures. */
export function MeasuresTable({ people, of, caption }: MeasuresTableProps) {
  const rows = people.flatMap((person) => (person[of]?.measures ?? []).map((measured) => ({ person, measured })))
  if (rows.length === 0) return null
  const scale = scaleOf(rows.map(({ measured }) => measured.figures.kappa))
  const keyOf = ({ stage, measure }: MeasuredPair) => `${stage} ${measure}`
  return (
    <Table stacked caption={caption} showCaption>
      <thead>
        <tr>
          <Th>Person</Th>
          <Th>Measure</Th>
          <Th numeric>Units</Th>
          <Th>Percent</Th>
          <Th>Kappa</Th>
          <Th>
            <span className="sr-only">Kappa on a scale</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ person, measured }) => (
          <Tr key={`${person.userId} ${keyOf(measured)}`}>
            <Th scope="row">
              <span dir="auto">{person.name}</span>
            </Th>
            <Td label="Measure">
              <div>
                {measured.title}
                <span className="block text-muted text-xs">{measured.stageTitle}</span>
              </div>
            </Td>
            <Td numeric label="Units" className="whitespace-nowrap">
              {`${measured.figures.alike} of ${measured.figures.units} alike`}
            </Td>
            <Td label="Percent">
              <EstimateText estimate={measured.figures.percent} format={formatShare} />
            </Td>
            <Td label="Kappa">
              <EstimateText estimate={measured.figures.kappa} format={formatCoefficient} />
            </Td>
            <Td label="On a scale">
              <IntervalScale estimate={measured.figures.kappa} scale={scale} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
