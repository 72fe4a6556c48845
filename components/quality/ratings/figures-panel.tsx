import { EstimateOnScale, EstimateText, ScaleHeading } from '@/components/quality/agreement/estimate-text'
import { countOf, formatCount, formatShare } from '@/components/quality/agreement/figure-format'
import { scaleOf } from '@/components/quality/agreement/interval-scale'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { THRESHOLDS } from '@/lib/quality/agreement/contract'
import type { MatrixFigures } from '@/lib/quality/rater-matrix/contract'
import { isShare } from '@/lib/quality/rater-matrix/rules'
import { threeDecimals } from './three-decimals'

interface FiguresPanelProps {
  title: string
  figures: MatrixFigures
}

/** Figures of many raters on one scale, with the labels' shares, which belong beside every coefficient. */
export function FiguresPanel({ title, figures }: FiguresPanelProps) {
  const { units, unitsWithTwo, unanimous, ratings, raters, responses } = figures
  const scale = scaleOf(figures.figures.map(({ estimate }) => estimate))
  const counts = [
    `${countOf(units, 'unit')}, ${formatCount(unitsWithTwo)} of them with two ratings or more`,
    `${formatCount(unanimous)} unanimous`,
    ...[countOf(ratings, 'rating'), countOf(raters, 'rater'), countOf(responses, 'response')],
  ]
  return (
    <Panel title={<span dir="auto">{title}</span>} description={counts.join(' · ')}>
      <Table caption={`Figures: ${title}`}>
        <thead>
          <tr>
            <Th>Figure</Th>
            <Th className="lg:w-1/2">
              <ScaleHeading title="Value" scale={scale} lines={THRESHOLDS} />
            </Th>
          </tr>
        </thead>
        <tbody>
          {figures.figures.map(({ key, title: name, estimate }) => (
            <tr key={key}>
              <Th scope="row">{name}</Th>
              <Td>
                <EstimateOnScale
                  estimate={estimate}
                  format={isShare(key) ? formatShare : threeDecimals}
                  scale={scale}
                  lines={key.startsWith('alpha') ? THRESHOLDS : []}
                />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {figures.labels.length <= MOST_LABELS ? <LabelsTable title={title} figures={figures} /> : null}
    </Panel>
  )
}

const MOST_LABELS = 30

function LabelsTable({ title, figures }: FiguresPanelProps) {
  const { labels, complete } = figures
  return (
    <Table caption={`Labels: ${title}`} className="mt-4">
      <thead>
        <tr>
          <Th>Label</Th>
          <Th numeric>Ratings</Th>
          <Th numeric>Share</Th>
          <Th>Alpha against the rest</Th>
          {complete ? <Th>Fleiss’ kappa against the rest</Th> : null}
        </tr>
      </thead>
      <tbody>
        {labels.map(({ value, count, share, alpha, fleiss }) => (
          <tr key={value}>
            <Th scope="row">
              <span dir="auto">{value}</span>
            </Th>
            <Td numeric>{formatCount(count)}</Td>
            <Td numeric>{share === null ? <span className="text-muted">–</span> : formatShare(share)}</Td>
            <Td>
              <EstimateText estimate={alpha} format={threeDecimals} />
            </Td>
            {complete ? (
              <Td>
                <EstimateText estimate={fleiss} format={threeDecimals} />
              </Td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
