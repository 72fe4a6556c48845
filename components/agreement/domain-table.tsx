import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { DomainFigures, Figures, MeasureView } from '@/lib/agreement/contract'
import { AlphaScale } from './alpha-scale'
import { EstimateText } from './estimate-text'
import { countOf, formatCoefficient, formatCount, formatShare, pluralOf } from './figure-format'
import { ItemsLink } from './items-link'

interface DomainTableProps {
  projectId: string
  measure: MeasureView
  thresholds: readonly number[]
}

/** The same figures for each domain, and both ways to put them together. */
export function DomainTable({ projectId, measure, thresholds }: DomainTableProps) {
  const { domains, all, meanOfDomains, title, unitOfAnalysis } = measure
  const { percent } = meanOfDomains
  return (
    <Panel
      title="By domain"
      headingLevel={3}
      description={
        percent === null
          ? 'Pooled, every unit counts the same.'
          : `Pooled, every unit counts the same. If every domain counts the same instead, percent agreement is ${formatShare(percent)} (mean of ${countOf(meanOfDomains.domains, 'domain')}).`
      }
    >
      <Table caption={`${title} by domain`}>
        <thead>
          <tr>
            <Th>Domain</Th>
            <Th numeric>Responses</Th>
            <Th numeric>Rated twice or more ({pluralOf(unitOfAnalysis)})</Th>
            <Th numeric>All the same</Th>
            <Th numeric>Percent agreement</Th>
            <Th numeric>Alpha</Th>
            <Th>Alpha against 0.667 and 0.80</Th>
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <tr key={domain.domain ?? 'no domain'}>
              <Th scope="row">
                <ItemsLink
                  projectId={projectId}
                  text={domain.title}
                  about="items of this domain"
                  items={null}
                  filter={{ domain: domain.domain }}
                />
              </Th>
              <FigureCells figures={domain} thresholds={thresholds} />
            </tr>
          ))}
          <tr className="font-medium">
            <Th scope="row">All, pooled</Th>
            <FigureCells figures={all} thresholds={thresholds} />
          </tr>
        </tbody>
      </Table>
    </Panel>
  )
}

function FigureCells({ figures, thresholds }: { figures: Figures | DomainFigures; thresholds: readonly number[] }) {
  return (
    <>
      <Td numeric>{formatCount(figures.responses)}</Td>
      <Td numeric>
        {formatCount(figures.unitsWithTwo)} of {formatCount(figures.units)}
      </Td>
      <Td numeric>{formatCount(figures.unanimous)}</Td>
      <Td numeric>
        <EstimateText estimate={figures.percent} format={formatShare} />
      </Td>
      <Td numeric className="min-w-40">
        <EstimateText estimate={figures.alpha} format={formatCoefficient} />
      </Td>
      <Td className="min-w-56">
        <AlphaScale estimate={figures.alpha} thresholds={thresholds} />
      </Td>
    </>
  )
}
