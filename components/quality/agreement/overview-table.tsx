import { Link } from '@/components/ui/link'
import { Table, Td, Th } from '@/components/ui/table'
import type { Agreement, Figures, MeasureView, StageAgreement } from '@/lib/quality/agreement/contract'
import { standing } from '@/lib/quality/agreement/rules'
import { EstimateOnScale, ScaleHeading } from './estimate-on-scale'
import { EstimateText } from './estimate-text'
import { countOf, formatCoefficient, formatCount, formatShare } from './figure-format'
import { scaleOf } from './interval-scale'
import { ItemsLink } from './items-link'
import { orderByLower } from './order-by-lower'
import { PrevalenceStrip } from './prevalence-strip'
import { measureHref, shownOf } from './shown'

export type OverviewOrder = 'asked' | 'lower'

interface OverviewTableProps {
  agreement: Agreement
  stage: StageAgreement
  order: OverviewOrder
}

/** All measures of a stage side by side, whatever their unit: coefficient, percent, prevalence and n together. */
export function OverviewTable({ agreement, stage, order }: OverviewTableProps) {
  const { thresholds } = agreement
  const measures = order === 'lower' ? orderByLower(stage.measures, ({ all }) => all.alpha) : stage.measures
  const scale = scaleOf(stage.measures.map(({ all }) => all.alpha))
  return (
    <Table caption={`Agreement at a glance: ${stage.title}, one row a measure`}>
      <thead>
        <tr>
          <Th>Measure</Th>
          <Th className="lg:w-2/5">
            <ScaleHeading title="Krippendorff’s alpha" scale={scale} lines={thresholds} />
          </Th>
          <Th numeric className="whitespace-normal">
            Percent agreement
          </Th>
          <Th>Prevalence</Th>
          <Th numeric className="min-w-28 whitespace-normal">
            Rated twice or more
          </Th>
        </tr>
      </thead>
      <tbody>
        {measures.map((measure) => (
          <MeasureRow key={measure.key} agreement={agreement} stage={stage.key} measure={measure} scale={scale} />
        ))}
      </tbody>
    </Table>
  )
}

interface MeasureRowProps {
  agreement: Agreement
  stage: string
  measure: MeasureView
  scale: ReturnType<typeof scaleOf>
}

function MeasureRow({ agreement, stage, measure, scale }: MeasureRowProps) {
  const { thresholds, showsItems, project } = agreement
  const { key, title, unitOfAnalysis, level, all } = measure
  const pending = agreement.intervals === 'pending'
  const shown = shownOf({ projectId: project.id, stage, measure, showsItems })
  const page = measureHref(project.id, stage, key)
  return (
    <tr>
      <Th scope="row" className="min-w-28 align-top lg:min-w-40">
        <Link href={page}>{title}</Link>
        <span className="block font-normal text-muted text-xs">
          by {unitOfAnalysis}, {level}
        </span>
      </Th>
      <Td>
        <EstimateOnScale
          estimate={all.alpha}
          format={formatCoefficient}
          scale={scale}
          pending={pending}
          lines={thresholds}
          href={page}
        >
          {all.alpha.interval ? <p className="text-muted text-xs">{standing(all.alpha.interval)}</p> : null}
        </EstimateOnScale>
      </Td>
      <Td numeric>
        <PercentText all={all} pending={pending} />
      </Td>
      <Td>
        <PrevalenceStrip shown={shown} measure={measure} figures={all} />
      </Td>
      <Td numeric>
        <ItemsLink href={shown.href({ count: all.units })} about="units rated twice or more">
          {formatCount(all.unitsWithTwo)} of {formatCount(all.units)}
        </ItemsLink>
        <span className="block text-muted text-xs">
          by {countOf(all.raters, 'annotator')} in {countOf(all.responses, 'response')}
        </span>
      </Td>
    </tr>
  )
}

/** What says the same as its neighbour, why there is no figure, is said once to the eye. */
function PercentText({ all, pending }: { all: Figures; pending: boolean }) {
  const { percent, alpha } = all
  if (percent.value !== null || percent.words !== alpha.words)
    return <EstimateText estimate={percent} format={formatShare} pending={pending} />
  return (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{percent.words}</span>
    </span>
  )
}
