'use client'

import { useQuery } from '@tanstack/react-query'
import { Callout } from '@/components/ui/callout'
import { ChartShadeKey, shadeOf } from '@/components/ui/chart-shade'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { Figures, MeasureHead, RaterView } from '@/lib/quality/agreement/contract'
import type { MeasureDetail, PairView } from '@/lib/quality/agreement/detail/contract'
import { measureQuery, useAgreementStream } from '@/lib/quality/agreement/hooks'
import { CategoriesPanel } from './categories-panel'
import { CoefficientsPanel } from './coefficients-panel'
import { ConfusionPanel } from './confusion-panel'
import { EstimateText } from './estimate-text'
import { formatCoefficient, formatCount, formatShare, pluralOf } from './figure-format'
import { ItemsLink } from './items-link'
import { listedValues } from './listed-values'
import { ManyNote } from './many-note'
import { figureOf, pairOf } from './pair-words'
import { PictureLinks } from './pictures/picture-links'
import { PlannerPanel } from './planner/planner-panel'
import { ReceiptLinks } from './receipts/receipt-links'
import { ratersOf, type Shown, shownOf } from './shown'
import { SlicesPanel } from './slices-panel'

interface PairCellProps {
  shown: Shown
  /** null: they have no unit in common. */
  pair: PairView | null
  pending: boolean
}

/** Kappa of two raters, the share on which they agree, and how many units both rated; shaded by kappa. */
function PairCell({ shown, pair, pending }: PairCellProps) {
  if (!pair)
    return (
      <Td numeric className="min-w-28 text-muted print:min-w-0 text-xs">
        nothing in common
      </Td>
    )
  const kappa = figureOf(pair, 'cohen')
  const percent = figureOf(pair, 'percent')?.value ?? null
  return (
    <Td numeric className="min-w-28 print:min-w-0 [&_.text-muted]:text-ink" style={shadeOf(kappa?.value ?? 0)}>
      {kappa ? <EstimateText estimate={kappa} format={formatCoefficient} pending={pending} /> : null}
      {percent === null ? null : <span className="block text-xs">{formatShare(percent)} agree</span>}
      <span className="block text-xs">
        <ItemsLink href={shown.href({ raters: ratersOf(pair), count: pair.n })} about="rated by both">
          n = {formatCount(pair.n)}
        </ItemsLink>
      </span>
    </Td>
  )
}

const KINDS = { annotator: null, gold: 'settled answers', model: 'run' } as const

/** Who a row or column is about. Long names break; the name of a row stays in sight while the row is scrolled. */
function RaterHeading({ rater, scope }: { rater: RaterView; scope: 'row' | 'col' }) {
  const kind = KINDS[rater.kind]
  return (
    <Th
      scope={scope}
      numeric={scope === 'col'}
      className={
        scope === 'row'
          ? 'wrap-anywhere sticky print:static start-0 z-1 min-w-24 max-w-44 bg-surface align-top'
          : 'wrap-anywhere max-w-44 whitespace-normal'
      }
    >
      <span dir="auto">{rater.name}</span>
      {kind ? <span className="block font-normal text-muted text-xs">{kind}</span> : null}
    </Th>
  )
}

interface PeoplePanelProps {
  shown: Shown
  stage: string
  pairs: readonly PairView[]
  raters: readonly RaterView[]
  pending: boolean
}

/** Cohen's kappa, percent agreement and n of every two annotators, in the order of their numbers. */
function PeoplePanel({ shown, stage, pairs, raters, pending }: PeoplePanelProps) {
  const { title, unitOfAnalysis } = shown.measure
  const present = raters.filter(
    ({ key, kind }) => kind === 'annotator' && pairs.some(({ first, second }) => first === key || second === key),
  )
  return (
    <Panel
      title="Annotator by annotator"
      description={`Cohen’s kappa with its interval, percent agreement, and the number of ${pluralOf(unitOfAnalysis)} both rated; darker is higher.`}
    >
      {present.length === 0 ? (
        <p className="text-muted text-sm">No two annotators have rated the same unit.</p>
      ) : (
        <>
          <Table caption={`Cohen’s kappa of every two annotators: ${title}`}>
            <thead>
              <tr>
                <Th>Annotator</Th>
                {present.map((column) => (
                  <RaterHeading key={column.key} rater={column} scope="col" />
                ))}
              </tr>
            </thead>
            <tbody>
              {present.map((row) => (
                <tr key={row.key}>
                  <RaterHeading rater={row} scope="row" />
                  {present.map((column) =>
                    row.key === column.key ? (
                      <Td key={column.key} numeric className="bg-sunken text-muted text-xs">
                        same
                      </Td>
                    ) : (
                      <PairCell
                        key={column.key}
                        shown={shown}
                        pair={pairOf(pairs, row.key, column.key)}
                        pending={pending}
                      />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </Table>
          <ChartShadeKey format={formatCoefficient} />
          <PictureLinks
            projectId={shown.projectId}
            picture="pairs"
            title="Annotator by annotator"
            stage={stage}
            measure={shown.measure.key}
          />
        </>
      )}
    </Panel>
  )
}

interface ReferencesPanelProps {
  shown: Shown
  references: readonly PairView[]
  raters: readonly RaterView[]
  pending: boolean
}

/** Gold and models as further rows, apart from the annotators; nothing while there are none. */
function ReferencesPanel({ shown, references, raters, pending }: ReferencesPanelProps) {
  if (references.length === 0) return null
  const among = (key: string) => references.some(({ first, second }) => first === key || second === key)
  const rows = raters.filter(({ key, kind }) => kind !== 'annotator' && among(key))
  const columns = raters.filter(({ key, kind }) => kind === 'annotator' && among(key))
  return (
    <Panel
      title="Annotators against gold and models"
      description="Cohen’s kappa with its interval, percent agreement and n, over the units that both rated. Neither counts among the annotators: gold was settled from their answers, and a model is no independent person. Beside an annotator, gold stands without that annotator’s own answers: what a third person settled stays, everything else is what more than half of the others chose; where nothing is left, as with single-rated units, the unit is left out."
    >
      <Table caption={`Cohen’s kappa of annotators with gold and models: ${shown.measure.title}`}>
        <thead>
          <tr>
            <Th>Against</Th>
            {columns.map((column) => (
              <RaterHeading key={column.key} rater={column} scope="col" />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <RaterHeading rater={row} scope="row" />
              {columns.map((column) => (
                <PairCell
                  key={column.key}
                  shown={shown}
                  pair={pairOf(references, column.key, row.key)}
                  pending={pending}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <ChartShadeKey format={formatCoefficient} />
    </Panel>
  )
}

/** Two thirds and the like would fill the table. */
const formatDistance = (distance: number): string => String(Math.round(distance * 1000) / 1000)

/** How far apart every two values count in the weighted alpha. */
function DistancesPanel({ measure, distances }: { measure: MeasureHead & { all: Figures }; distances: number[][] }) {
  const { title } = measure
  const categories = listedValues(measure, measure.all)
  return (
    <Panel
      title="Distances"
      description="How far apart two values are in the weighted alpha: 0 is the same, larger is worse. Never compare it with the plain alpha."
    >
      <Table caption={`Distance of every two values: ${title}`}>
        <thead>
          <tr>
            <Th>Value</Th>
            {categories.map(({ value, text }) => (
              <Th key={value} numeric>
                {text}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((row) => (
            <tr key={row.value}>
              <Th scope="row">{row.text}</Th>
              {categories.map((column) => (
                <Td key={column.value} numeric className={row.place === column.place ? 'text-muted' : undefined}>
                  {formatDistance(distances[row.place]?.[column.place] ?? 0)}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

interface MeasureViewProps {
  projectId: string
  stage: string
  measure: string
  initialData: MeasureDetail
}

/** One measure in full: coefficients, values, people, gold and models, which values met, slices. */
export function MeasureView({ projectId, stage, measure: key, initialData }: MeasureViewProps) {
  const { data = initialData, isError } = useQuery({ ...measureQuery(projectId, stage, key), initialData })
  useAgreementStream(projectId)
  const { measure, pairs, references, raters, thresholds, showsItems } = data
  const pending = data.intervals === 'pending'
  const shownMeasure = shownOf({ projectId, stage, measure, showsItems })
  const kappas = [...pairs, ...references].flatMap(({ coefficients }) =>
    coefficients.filter((each) => each.key === 'cohen' && each.estimate.value !== null),
  )
  return (
    <div className="report">
      <PageHeader
        eyebrow={
          <>
            <Link href={`/projects/${projectId}/agreement`}>Agreement</Link>, {data.stage.title}
          </>
        }
        title={measure.title}
        description={`Counted by ${measure.unitOfAnalysis}; ${measure.level} values. Independent answers only, before anything was discussed.`}
        actions={
          showsItems ? (
            <span className="flex flex-wrap items-center gap-4">
              <Link
                href={`/projects/${projectId}/agreement/${encodeURIComponent(stage)}/${encodeURIComponent(key)}/distributions`}
              >
                Label distributions
              </Link>
              <ReceiptLinks projectId={projectId} stage={stage} measure={key} />
            </span>
          ) : null
        }
      />
      <div className="space-y-6">
        {isError ? (
          <Callout tone="warning" live>
            The newest figures could not be fetched just now; reload the page to try again.
          </Callout>
        ) : null}
        <CoefficientsPanel shown={shownMeasure} figures={measure.all} thresholds={thresholds} pending={pending} />
        {measure.distances ? <DistancesPanel measure={measure} distances={measure.distances} /> : null}
        <CategoriesPanel shown={shownMeasure} figures={measure.all} pending={pending} />
        <PeoplePanel shown={shownMeasure} stage={stage} pairs={pairs} raters={raters} pending={pending} />
        <ReferencesPanel shown={shownMeasure} references={references} raters={raters} pending={pending} />
        <ManyNote coefficients={kappas.length} />
        <ConfusionPanel
          shown={shownMeasure}
          stage={stage}
          pairs={pairs}
          references={references}
          raters={raters}
          pending={pending}
          figures={measure.all}
        />
        <SlicesPanel shown={shownMeasure} stage={stage} all={measure.all} thresholds={thresholds} byTag={showsItems} />
        <PlannerPanel projectId={projectId} stage={stage} measure={key} />
      </div>
    </div>
  )
}
