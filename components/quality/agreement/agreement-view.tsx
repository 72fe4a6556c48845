'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Table, Td, Th } from '@/components/ui/table'
import type { Agreement, Figures, MeasureView, StageAgreement } from '@/lib/quality/agreement/contract'
import { agreementQuery, useAgreementStream } from '@/lib/quality/agreement/hooks'
import { chosenText, standing } from '@/lib/quality/agreement/rules'
import { ComparisonsTable } from './comparisons-table'
import { EstimateOnScale, EstimateText, ScaleHeading } from './estimate-text'
import { countOf, formatCoefficient, formatCount, formatShare } from './figure-format'
import { scaleOf } from './interval-scale'
import { ItemsLink } from './items-link'
import { ManyNote } from './many-note'
import { orderByLower } from './order-by-lower'
import { PictureLinks } from './pictures/picture-links'
import { PrevalenceStrip } from './prevalence-strip'
import { measureHref, shownOf } from './shown'

const ORDERS = [
  { value: 'asked', label: 'As asked' },
  { value: 'lower', label: 'By lower end of the interval' },
] as const

interface AgreementViewProps {
  projectId: string
  initialData: Agreement
}

/** Agreement of independent annotators: every stage and measure at a glance. */
export function AgreementView({ projectId, initialData }: AgreementViewProps) {
  const { data = initialData, isError } = useQuery({ ...agreementQuery(projectId), initialData })
  useAgreementStream(projectId)
  const [order, setOrder] = useState<OverviewOrder>('asked')
  const measures = data.stages.flatMap((stage) => stage.measures)
  return (
    <div className="report">
      <PageHeader
        title="Agreement"
        description="How far independent annotators gave the same answers before anything was discussed."
        actions={<Ways projectId={projectId} />}
      />
      <div className="space-y-8">
        {isError ? (
          <Callout tone="warning" live>
            The newest figures could not be fetched just now; reload the page to try again.
          </Callout>
        ) : null}
        <div className="space-y-3">
          {measures.length > 1 ? (
            <SegmentedControl label="Order of the measures" options={ORDERS} value={order} onValueChange={setOrder} />
          ) : null}
          <ManyNote coefficients={measures.filter(({ all }) => all.alpha.value !== null).length} />
          <p role="status" className={data.intervals === 'pending' ? 'text-muted text-sm' : 'sr-only'}>
            {data.intervals === 'pending'
              ? 'Intervals are being computed; they appear here by themselves.'
              : 'All intervals are there.'}
          </p>
        </div>
        <EarlierVersions sentences={data.earlier} />
        {data.stages.map((stage) => (
          <StageSection key={stage.key} agreement={data} stage={stage} order={order} />
        ))}
        {measures.some(({ all }) => all.alpha.value !== null) ? (
          <PictureLinks projectId={projectId} picture="questions" title="Agreement by question" />
        ) : null}
        <RulesNote agreement={data} />
      </div>
    </div>
  )
}

/** What rests on answers of an earlier version of the protocol. */
function EarlierVersions({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <Callout title="Answers of an earlier version of the protocol">
      <ul className="max-w-prose list-disc space-y-1 ps-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Callout>
  )
}

function Ways({ projectId }: { projectId: string }) {
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink href={`/projects/${projectId}/agreement/disagreements`}>Disagreements</ButtonLink>
      <ButtonLink href={`/projects/${projectId}/agreement/plan`}>Plan</ButtonLink>
      <ButtonLink href={`/projects/${projectId}/agreement/methods`}>Methods text</ButtonLink>
      <ButtonLink href={`/projects/${projectId}/dataset`}>What the gold consists of</ButtonLink>
      <DownloadLink href={`/api/projects/${projectId}/agreement`}>Figures as JSON</DownloadLink>
    </div>
  )
}

interface StageSectionProps {
  agreement: Agreement
  stage: StageAgreement
  order: OverviewOrder
}

/** One stage: what its figures are about, its measures, its lists and texts. */
function StageSection({ agreement, stage, order }: StageSectionProps) {
  const { measures, comparisons } = stage
  const mixed = new Set(measures.map(({ level }) => level)).size > 1
  return (
    <section aria-labelledby={`stage-${stage.key}`} className="space-y-4">
      <div className="space-y-1">
        <h2 id={`stage-${stage.key}`} className="font-semibold text-lg">
          {stage.title}
        </h2>
        <CoverageNote stage={stage} />
      </div>
      {stage.tasks.counted === 0 ? (
        <NothingYet stage={stage} />
      ) : (
        <>
          {measures.length > 0 ? <OverviewTable agreement={agreement} stage={stage} order={order} /> : null}
          {mixed ? (
            <p className="max-w-prose text-muted text-sm">
              Alpha of ordinal values forgives near misses, alpha of nominal ones does not: do not rank one against the
              other.
            </p>
          ) : null}
          {comparisons.length > 0 ? (
            <ComparisonsTable
              projectId={agreement.project.id}
              stage={stage}
              receipts={agreement.showsItems}
              comparisons={comparisons}
              pending={agreement.intervals === 'pending'}
            />
          ) : null}
        </>
      )}
    </section>
  )
}

function NothingYet({ stage }: { stage: StageAgreement }) {
  const { inProgress } = stage.tasks
  return (
    <EmptyState title="Nothing is revealed yet">
      {inProgress ? `${countOf(inProgress, 'task')} still being prepared or annotated. ` : ''}A task counts once all its
      annotators have submitted.
    </EmptyState>
  )
}

/** What the figures are about, and what they leave out. */
function CoverageNote({ stage }: { stage: StageAgreement }) {
  const { counted, singleRated, withoutAnnotation, discarded, inProgress, awaited } = stage.tasks
  const left = [
    singleRated > 0 ? `${formatCount(singleRated)} of them by a single annotator` : null,
    withoutAnnotation > 0 ? `${formatCount(withoutAnnotation)} without independent annotations left out` : null,
    discarded > 0 ? `${countOf(discarded, 'discarded item')} left out` : null,
    stage.notIndependent > 0 ? `${countOf(stage.notIndependent, 'annotation')} left out as not independent` : null,
    inProgress !== null && inProgress > 0 ? `${countOf(inProgress, 'task')} not finished yet` : null,
  ].filter((part) => part !== null)
  return (
    <div className="max-w-prose space-y-1 text-muted text-sm">
      <p>
        {countOf(counted, 'revealed task')} counted{left.length > 0 ? `; ${left.join('; ')}` : ''}.
      </p>
      {stage.chosen ? <p>{chosenText(stage.chosen)}</p> : null}
      {awaited > 0 ? (
        <p role="status">
          {countOf(awaited, 'revealed task')} still being counted; the figures change by themselves when{' '}
          {awaited === 1 ? 'it is' : 'they are'} in.
        </p>
      ) : null}
    </div>
  )
}

/** How the figures are made; always printed with them. */
function RulesNote({ agreement }: { agreement: Agreement }) {
  const { rules } = agreement
  return (
    <section aria-labelledby="rules-heading" className="max-w-prose space-y-2 text-muted text-sm">
      <h2 id="rules-heading" className="font-semibold text-base text-ink">
        How these figures are made
      </h2>
      <p>{rules.data}</p>
      <ul className="list-disc space-y-1 ps-5">
        <li>{rules.percent}</li>
        <li>{rules.alpha}</li>
        <li>{rules.kappa}</li>
        <li>
          {rules.interval} The dotted line is Krippendorff’s 0.667, below which nothing is concluded; the dashed line is
          0.80, from which on data are relied upon.
        </li>
        <li>{rules.annotators}</li>
        <li>{rules.smallSamples}</li>
      </ul>
    </section>
  )
}

type OverviewOrder = 'asked' | 'lower'

interface OverviewTableProps {
  agreement: Agreement
  stage: StageAgreement
  order: OverviewOrder
}

/** All measures of a stage side by side, whatever their unit: coefficient, percent, prevalence and n together. */
function OverviewTable({ agreement, stage, order }: OverviewTableProps) {
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
  const shownMeasure = shownOf({ projectId: project.id, stage, measure, showsItems })
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
        <PrevalenceStrip shown={shownMeasure} measure={measure} figures={all} />
      </Td>
      <Td numeric>
        <ItemsLink href={shownMeasure.href({ count: all.units })} about="units rated twice or more">
          {formatCount(all.unitsWithTwo)} of {formatCount(all.units)}
        </ItemsLink>
        <span className="block text-muted text-xs">
          by {countOf(all.raters, 'annotator')} in {countOf(all.responsesWithTwo, 'response')}, which are resampled
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
